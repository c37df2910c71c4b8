namespace RowJson;

// Cells of readers and tables.
internal abstract partial class ValueEncoder
{
    // Writes a cell whose value is a database's, of unknown type, and whose strings are JSON.
    public int WriteJsonCell(int position, EncodedName name, object? value)
    {
        if (value is string json) return WriteJsonText(BeginCell(position, name), json, name);
        return WriteDatabaseCell(position, name, value is null ? null : SimplifyDatabaseValue(value, isJson: true));
    }

    // Writes a cell whose value is a database's, of unknown type.
    public int WriteDatabaseCell(int position, EncodedName name, object? value)
    {
        // What databases return mostly is nothing that a database alone knows.
        if (!AsksAboutBasics)
        {
            if (value is string text) return WriteCell(position, name, text);
            if (value is long int64) return WriteCell(position, name, int64);
            if (value is double number) return WriteCell(position, name, number);
            if (value is DBNull) return WriteNullCell(position, name);
        }
        if (value is null || SimplifyDatabaseValue(value) is not { } simple) return WriteNullCell(position, name);
        position = BeginCell(position, name);
        return simple is Array && TryWriteScalars(ref position, simple, simple.GetType(), RowDepth + 1)
            ? position
            : WriteAny(position, simple, name);
    }

    // Arrays of strings are read as texts: nothing of the user's concerns them.
    public bool TakesReadArrays => _traits.IsUntouched;

    // Writes an array of texts that are valid UTF-8, and are not changed while the output grows. A length of -1 is null.
    public int WriteUtf8ArrayCell(
        int position, EncodedName name, ReadOnlySpan<byte> utf8, ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions) =>
        WriteUtf8Array(BeginCell(position, name), ref utf8, ref lengths, dimensions, RowDepth + 1);

    // The depth is checked where it is for an array of strings, and for lists of objects, which an array of more dimensions becomes.
    private int WriteUtf8Array(
        int position, ref ReadOnlySpan<byte> utf8, ref ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions, int depth)
    {
        bool isStrings = dimensions.Length == 1 && depth == RowDepth + 1;
        position = BeginList(position, isStrings && !_traits.HandsNumberHandlingDown ? 0 : dimensions[0], depth);
        for (int i = 0; i < dimensions[0]; i++)
        {
            position = _output.Reserve(position, 1 + ScalarRoom);
            if (i > 0) _output.At(position++) = (byte)',';
            position = dimensions.Length > 1
                ? WriteUtf8Array(position, ref utf8, ref lengths, dimensions[1..], depth + 1)
                : WriteNextUtf8(position, ref utf8, ref lengths);
        }
        return EndList(position);
    }

    private int WriteNextUtf8(int position, ref ReadOnlySpan<byte> utf8, ref ReadOnlySpan<int> lengths)
    {
        int length = lengths[0];
        lengths = lengths[1..];
        if (length < 0) return WriteNull(position);
        ReadOnlySpan<byte> text = utf8[..length];
        utf8 = utf8[length..];
        return WriteUtf8Item(position, text);
    }

    // A value that needs no knowledge of databases any more, unless a user's converter knows it; null for SQL's.
    public object? SimplifyDatabaseValue(object value, bool isJson = false)
    {
        if (value is DBNull) return null;
        Type type = value.GetType();
        // What most columns hold needs no look at what is known of types.
        if (!isJson && (Type.GetTypeCode(type) != TypeCode.Object || type == typeof(byte[]) || BoxedScalars.Find(type) is not null))
            return value;
        return new DatabaseSimplifier(_context.DatabaseForms, isJson).Simplify(value);
    }
}
