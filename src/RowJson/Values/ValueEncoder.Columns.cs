namespace RowJson;

// Columns: what is known of a type before its values come.
internal abstract partial class ValueEncoder
{
    // A user's converter or a setting may concern the cells of a column of this type: it gets them as objects.
    public bool ConvertsColumn(Type type)
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
