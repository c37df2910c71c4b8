namespace RowJson;

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
