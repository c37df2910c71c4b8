using System.Buffers;

namespace RowJson.Compare;

/// <summary>Memory that every call writes to from its start; it has grown before the first call is timed.</summary>
internal sealed class ReusedBuffer : IBufferWriter<byte>
{
    private byte[] _bytes = new byte[8 * 1024 * 1024];
    private int _count;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _count);

    public void Reset() => _count = 0;

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _bytes.Length - _count);
        _count += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureRoom(sizeHint);
        return _bytes.AsMemory(_count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        EnsureRoom(sizeHint);
        return _bytes.AsSpan(_count);
    }

    private void EnsureRoom(int sizeHint)
    {
        int needed = _count + Math.Max(1, sizeHint);
        if (needed > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(needed, 2 * _bytes.Length));
    }
}
