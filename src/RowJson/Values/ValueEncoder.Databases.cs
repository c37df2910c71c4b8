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
        if (!_asksAboutBasics)
        {
            if (value is string text) return WriteCell(position, name, text);
            if (value is long int64) return WriteCell(position, name, int64);
            if (value is double number) return WriteCell(position, name, number);
            if (value is DBNull) return WriteNullCell(position, name);
        }
        if (value is null || SimplifyDatabaseValue(value) is not { } simple) return WriteNullCell(position, name);
        int depth = RowDepth + 1;
        position = WriteName(position, name);
        return simple is Array list ? WriteArray(position, list, name, depth) : WriteAny(position, simple, name, depth);
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

    private int WriteArray(int position, Array values, EncodedName name, int depth)
    {
        Type type = values.GetType();
        Type element = type.GetElementType()!;
        if (!_traits.IsBuiltIn(type) || _traits.IsConverted(element) || IsQuotedNumber(element))
            return WriteValue(position, values, name.Key, name, depth);
        switch (values)
        {
            case int[] numbers when numbers.GetType() == typeof(int[]): return WriteArray<int>(position, numbers, depth);
            case long[] numbers when numbers.GetType() == typeof(long[]): return WriteArray<long>(position, numbers, depth);
            case string?[] texts: return WriteArray<string?>(position, texts, depth);
            case bool[] flags: return WriteArray<bool>(position, flags, depth);
            default: return WriteValue(position, values, name.Key, name, depth);
        }
    }
}
