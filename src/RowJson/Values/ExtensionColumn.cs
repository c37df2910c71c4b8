using System.Reflection;

namespace RowJson;

/// <summary>The additional properties of an object: entries after the last column, and no cell of their own.</summary>
internal sealed class ExtensionColumn<T, TDictionary, TValue>(string name, MemberInfo member, MemberGetter<T, TDictionary?> getter)
    : MemberColumn<T>(name, member)
    where TDictionary : class, IEnumerable<KeyValuePair<string, TValue>>
{
    private readonly ExtensionCell<TDictionary, TValue> _cell = new();

    public override bool MayWriteNull => true;

    public override bool IsOneCell => false;

    public override object Writer => _cell;

    public override MethodInfo WriteMethod(bool isInlined) =>
        typeof(ExtensionCell<TDictionary, TValue>).GetMethod(nameof(ExtensionCell<TDictionary, TValue>.Write))!;

    public override int Write(ValueEncoder encoder, int position, EncodedName name, ref T row) =>
        _cell.Write(encoder, position, name, getter.Get(ref row));
}

/// <summary>Writes the entries of such a dictionary.</summary>
internal sealed class ExtensionCell<TDictionary, TValue>
    where TDictionary : class, IEnumerable<KeyValuePair<string, TValue>>
{
    /// <summary>Writes all entries, or nothing; returns the position after them. The name is only for failures.</summary>
    public int Write(ValueEncoder encoder, int position, EncodedName name, TDictionary? values) =>
        values is null ? position : encoder.WriteEntries(position, values);
}
