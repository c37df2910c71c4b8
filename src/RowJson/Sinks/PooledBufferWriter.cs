using System.Buffers;
using System.Diagnostics;

namespace RowJson;

/// <summary>One growing buffer of a pool's, which is emptied or given back.</summary>
internal sealed class PooledBufferWriter(ArrayPool<byte> pool, int initialSize = PooledBufferWriter.DefaultSize) : IBufferWriter<byte>, IDisposable
{
    private const int DefaultSize = 4096;

    /// <summary>Room behind the flush threshold for the row that crosses it.</summary>
    private const int Slack = 4096;

    /// <summary>What is taken at once, however large the batches: most results are small. 64 KiB with the slack.</summary>
    private const int LargestInitialSize = (60 * 1024) + Slack;

    /// <summary>A buffer that grew beyond this is given back as soon as it is hardly used.</summary>
    private readonly long _keptSize = 4L * initialSize;

    private byte[] _buffer = [];
    private int _written;

    /// <summary>A buffer for batches of the size that the options want.</summary>
    public static PooledBufferWriter ForBatches(JsonRowOptions options) => new(options.Pool, BatchSize(options));

    /// <summary>Room for a batch of the size that the options want, and for the row that crosses it.</summary>
    public static int BatchSize(JsonRowOptions options) => (int)Math.Min(options.FlushThreshold + (long)Slack, LargestInitialSize);

    public int WrittenCount => _written;

    public ReadOnlySpan<byte> WrittenSpan => _buffer.AsSpan(0, _written);

    public ReadOnlyMemory<byte> WrittenMemory => _buffer.AsMemory(0, _written);

    public void Advance(int count)
    {
        Debug.Assert(count >= 0 && count <= _buffer.Length - _written);
        _written += count;
    }

    /// <summary>Forgets what is written. One very long row among short ones does not keep its memory.</summary>
    public void Clear()
    {
        bool isHardlyUsed = _buffer.Length > _keptSize && _written < _buffer.Length / 4;
        _written = 0;
        if (isHardlyUsed) Replace([]);
    }

    /// <summary>
    /// Takes an array of the same pool's with <paramref name="count"/> bytes of content for its own; false where it is better
    /// copied.
    /// </summary>
    public bool TryAdopt(byte[] buffer, int count)
    {
        if (_written > 0 || buffer.Length <= _buffer.Length) return false;
        Replace(buffer);
        _written = count;
        return true;
    }

    /// <summary>Takes what the other has, and gives it what it has itself.</summary>
    public void Exchange(PooledBufferWriter other)
    {
        (_buffer, other._buffer) = (other._buffer, _buffer);
        (_written, other._written) = (other._written, _written);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureFree(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Dispose()
    {
        _written = 0;
        Replace([]);
    }

    private void EnsureFree(int count)
    {
        if (_buffer.Length - _written >= count) return;
        long needed = (long)_written + count;
        if (needed > Array.MaxLength)
        {
            throw new InsufficientMemoryException(
                $"The result is longer than the {Array.MaxLength} bytes of the largest array. Write it to a stream instead.");
        }
        long size = Math.Max(needed, Math.Max(2L * _buffer.Length, initialSize));
        byte[] larger = pool.Rent((int)Math.Min(size, Array.MaxLength));
        WrittenSpan.CopyTo(larger);
        Replace(larger);
    }

    private void Replace(byte[] buffer)
    {
        byte[] old = _buffer;
        _buffer = buffer;
        if (old.Length > 0) pool.Return(old);
    }
}
