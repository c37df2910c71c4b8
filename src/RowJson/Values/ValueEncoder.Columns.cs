namespace RowJson;

// Columns: what is known of a type before its values come.
internal abstract partial class ValueEncoder
{
    // How a column of this type is written: a user's converter gets its cells as objects.
    public CellKind KindOf(Type? type) => type is null || IsConvertedColumn(type) ? CellKind.Any : CellKinds.Of(type);

    private bool IsConvertedColumn(Type type)
    {
        try
        {
            // The bytes are those of a dictionary of objects.
            return _traits.ConvertsObjects || _traits.IsConverted(type) || IsQuotedNumber(type);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A resolver that refuses the type is asked again with the first value that is not null, and is that cell's failure.
            return true;
        }
    }

    // Writes a cell whose value is of a type known at compile time.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteCell<TValue>(int position, EncodedName name, TValue value) =>
        WriteTypedValue(WriteName(position, name), value, name.Key);

    private int WriteAny(int position, object value, EncodedName name, int depth) =>
        TryWriteConvertedBasic(ref position, value, name.Key, depth)
            ? position
            : WriteValue(position, value, name.Key, name, depth);

    protected bool IsQuotedNumber(Type type) => _traits.QuotesNumbers && ScalarTypes.Of(type) is { IsNumber: true };
}
