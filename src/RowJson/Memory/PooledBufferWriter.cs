namespace RowJson;

// A growing buffer with an array from a pool. It can be used again after it has been emptied or disposed of.
// smallSize: outputs of up to this many bytes go into an array of its own, because renting one takes as long as writing some cells.
internal sealed class PooledBufferWriter(ArrayPool<byte> pool, int initialSize = BufferSizes.TextBuffer, int smallSize = 0)
    : IBufferWriter<byte>, IDisposable
{
    private byte[] _buffer = [];

    private byte[]? _small;

    // The most bytes that the buffer held before it was emptied, since it was last disposed of.
    private int _mostWritten;

    private bool _startsSmall = true;

    public int WrittenCount { get; private set; }

    public ReadOnlySpan<byte> WrittenSpan => _buffer.AsSpan(0, WrittenCount);

    public ReadOnlyMemory<byte> WrittenMemory => _buffer.AsMemory(0, WrittenCount);

    public void Advance(int count)
    {
        Debug.Assert(count >= 0 && count <= _buffer.Length - WrittenCount);
        WrittenCount += count;
    }

    // Drops what is written. An array that has grown far, for one very long row, is returned as soon as little of it is used.
    public void Clear()
    {
        bool isHardlyUsed = _buffer.Length > (long)BufferSizes.KeptGrowth * initialSize && WrittenCount < _buffer.Length / 4;
        _mostWritten = Math.Max(_mostWritten, WrittenCount);
        WrittenCount = 0;
        if (isHardlyUsed) Replace([]);
    }

    // Takes over an array of the same pool, with count bytes in it; false if it is better copied.
    public bool TryAdopt(byte[] buffer, int count)
    {
        if (WrittenCount > 0 || buffer.Length <= _buffer.Length) return false;
        Replace(buffer);
        WrittenCount = count;
        return true;
    }

    // An empty buffer to exchange arrays with.
    public PooledBufferWriter Another() => new(pool, initialSize);

    public void Exchange(PooledBufferWriter other)
    {
        _mostWritten = Math.Max(_mostWritten, WrittenCount);
        (_buffer, other._buffer) = (other._buffer, _buffer);
        (_small, other._small) = (other._small, _small);
        (WrittenCount, other.WrittenCount) = (other.WrittenCount, WrittenCount);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureFree(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(WrittenCount);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Dispose()
    {
        // Outputs are mostly alike: after a long one, the next rents at once instead of outgrowing the small array first.
        _startsSmall = Math.Max(_mostWritten, WrittenCount) <= smallSize;
        (WrittenCount, _mostWritten) = (0, 0);
        Replace([]);
    }

    private void EnsureFree(int count)
    {
        if (_buffer.Length - WrittenCount >= count) return;
        if (_startsSmall && _buffer.Length == 0 && count <= smallSize)
        {
            _buffer = _small ??= new byte[smallSize];
            return;
        }
        long needed = (long)WrittenCount + count;
        if (needed > Array.MaxLength) ThrowTooLong();
        long size = Math.Max(needed, Math.Max(2L * _buffer.Length, initialSize));
        byte[] larger = pool.Rent((int)Math.Min(size, Array.MaxLength));
        WrittenSpan.CopyTo(larger);
        Replace(larger);
    }

    [DoesNotReturn]
    private static void ThrowTooLong() => throw new InsufficientMemoryException(
        $"The result is longer than the {Array.MaxLength} bytes of the largest array. Write it to a stream instead.");

    private void Replace(byte[] buffer)
    {
        byte[] old = _buffer;
        _buffer = buffer;
        if (old.Length > 0 && !ReferenceEquals(old, _small)) pool.Return(old);
    }
}

// An array of the shared pool, until it is disposed.
internal readonly ref struct RentedArray<T>(int length) : IDisposable
{
    private readonly T[] _array = ArrayPool<T>.Shared.Rent(length);

    public static RentedArray<T> CopyOf(ReadOnlySpan<T> items)
    {
        var copy = new RentedArray<T>(items.Length);
        items.CopyTo(copy._array);
        return copy;
    }

    public Span<T> Span => _array.AsSpan(0, length);

    public ReadOnlyMemory<T> Memory => _array.AsMemory(0, length);

    public void Dispose() => ArrayPool<T>.Shared.Return(_array);
}
