namespace RowJson;

// The additional properties of an object: entries after the last column instead of a cell.
// name: the name of the property, which is only for failures.
// getter: reads the dictionary.
internal sealed class ExtensionColumn<T, TDictionary, TValue>(string name, MemberGetter<T, TDictionary?> getter) : ObjectColumn<T>(name)
    where TDictionary : class, IEnumerable<KeyValuePair<string, TValue>>
{
    public override bool MayWriteNull => true;

    public override bool IsOneCell => false;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        getter.Get(ref row) is { } values
            ? encoder.WriteEntries<TValue>(position, values, isDictionary: typeof(TDictionary) == typeof(Dictionary<string, TValue>))
            : position;
}
