namespace RowJson;

// The items of a list or an array, which the caller's code (a getter, a converter) may change while an item is written: item and count are
// read again each time, as the serializer does.
internal readonly struct LiveList<T>
{
    private readonly List<T>? _list;
    private readonly T[]? _array;

    public LiveList(List<T> list) => _list = list;

    public LiveList(T[] array) => _array = array;

    // The items as they are now: valid until code of the caller's runs.
    public ReadOnlySpan<T> Span
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _list is null ? new ReadOnlySpan<T>(_array) : CollectionsMarshal.AsSpan(_list);
    }

    public IList<T> Items => _list ?? (IList<T>)_array!;

    public int Count => _list is null ? _array!.Length : _list.Count;

    // Exact types: a class derived from List may enumerate what it likes, and arrays are covariant.
    public static bool TryGet(object items, out LiveList<T> list)
    {
        switch (items)
        {
            case List<T> ofItems when ofItems.GetType() == typeof(List<T>):
                list = new LiveList<T>(ofItems);
                return true;
            case T[] array when array.GetType() == typeof(T[]):
                list = new LiveList<T>(array);
                return true;
            default:
                list = default;
                return false;
        }
    }

    // As the serializer does for a declared type, reads List, classes derived from it, and lists declared as an interface by index.
    public static bool TryGetDeclared<TList>(TList items, out LiveList<T> list)
    {
        // Arrays are covariant: for elements that are only read, this needs no test.
        if (typeof(TList) == typeof(T[]))
        {
            list = new LiveList<T>(Unsafe.As<TList, T[]>(ref items));
            return true;
        }
        switch (items)
        {
            case List<T> ofItems when typeof(TList) == typeof(List<T>) || typeof(TList).IsAssignableTo(typeof(List<T>)):
                list = new LiveList<T>(ofItems);
                return true;
            case ImmutableArray<T> { IsDefault: false } array:
                list = new LiveList<T>(ImmutableCollectionsMarshal.AsArray(array)!);
                return true;
            default:
                return TryGet(items!, out list);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetItem(int index, out T item)
    {
        ReadOnlySpan<T> items = Span;
        // No conditional expression: a structure would be copied twice, and the second copy would wait for the first.
        if ((uint)index < (uint)items.Length)
        {
            item = items[index];
            return true;
        }
        item = default!;
        return false;
    }
}
