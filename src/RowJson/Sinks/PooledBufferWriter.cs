using System.Buffers;

namespace RowJson;

/// <summary>One growing buffer of the pool's, which is emptied or given back.</summary>
internal sealed class PooledBufferWriter(int initialSize = PooledBufferWriter.DefaultSize) : IBufferWriter<byte>, IDisposable
{
    private const int DefaultSize = 4096;

    private byte[] _buffer = [];
    private int _written;

    public int WrittenCount => _written;

    public ReadOnlySpan<byte> WrittenSpan => _buffer.AsSpan(0, _written);

    public ReadOnlyMemory<byte> WrittenMemory => _buffer.AsMemory(0, _written);

    public void Advance(int count) => _written += count;

    public void Clear() => _written = 0;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureFree(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Dispose()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _written = 0;
        if (buffer.Length > 0) ArrayPool<byte>.Shared.Return(buffer);
    }

    private void EnsureFree(int count)
    {
        if (_buffer.Length - _written >= count) return;
        long doubled = Math.Max(2L * _buffer.Length, initialSize);
        long needed = (long)_written + count;
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(doubled, needed), Math.Max(needed, Array.MaxLength)));
        WrittenSpan.CopyTo(larger);
        if (_buffer.Length > 0) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = larger;
    }
}
