namespace RowJson;

// Reads a property by a typed delegate: nothing is boxed, and no code is generated.
// A class is passed by value and a struct by reference, as their getters want it: the other field is null.
internal readonly struct MemberGetter<T, TValue>
{
    private readonly Func<T, TValue>? _ofClass;
    private readonly StructGetter? _ofStruct;

    private MemberGetter(MethodInfo getter)
    {
        if (typeof(T).IsValueType) _ofStruct = getter.CreateDelegate<StructGetter>();
        else _ofClass = getter.CreateDelegate<Func<T, TValue>>();
    }

    private delegate TValue StructGetter(ref T row);

    // A property's getter; none for a field, which only compiled code reads.
    public static MemberGetter<T, TValue> For(MemberInfo member) =>
        member is PropertyInfo { GetMethod: { } getter } ? new MemberGetter<T, TValue>(getter) : default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TValue Get(ref T row) => typeof(T).IsValueType ? _ofStruct!(ref row) : _ofClass!(row);
}
