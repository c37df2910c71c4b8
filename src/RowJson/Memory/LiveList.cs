namespace RowJson;

// The items of a list or an array. Code of the caller's that runs while an item is written (a getter, a converter) may change the list:
// each item is looked for anew, and there are as many as the list has at that moment. So it is for the serializer.
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
        get => _list is null ? _array : CollectionsMarshal.AsSpan(_list);
    }

    // The list; null if it is an array.
    public List<T>? List => _list;

    // The array; null if it is a list.
    public T[]? Array => _array;

    // How many items there are now.
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

    // The item at an index, if the list has one there now.
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
