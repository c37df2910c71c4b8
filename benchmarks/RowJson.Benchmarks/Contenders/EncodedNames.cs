namespace RowJson.Benchmarks;

/// <summary>The names of all rows so far, escaped; the name at a position is first guessed to be that of the first row.</summary>
internal sealed class EncodedNames(JavaScriptEncoder? encoder)
{
    private readonly Dictionary<string, JsonEncodedText> _names = [];
    private readonly List<(string Name, JsonEncodedText Encoded)> _firstRow = [];

    public JsonEncodedText Get(int position, string name) =>
        position < _firstRow.Count && ReferenceEquals(name, _firstRow[position].Name)
            ? _firstRow[position].Encoded
            : LookUp(position, name);

    public JsonEncodedText Get(int position, JsonProperty property) =>
        position < _firstRow.Count && property.NameEquals(_firstRow[position].Name)
            ? _firstRow[position].Encoded
            : LookUp(position, property.Name);

    private JsonEncodedText LookUp(int position, string name)
    {
        if (!_names.TryGetValue(name, out JsonEncodedText encoded))
        {
            encoded = JsonEncodedText.Encode(name, encoder);
            _names.Add(name, encoded);
        }
        if (position == _firstRow.Count) _firstRow.Add((name, encoded));
        return encoded;
    }
}

/// <summary>What the loops know of a reader's column before its first row.</summary>
internal readonly record struct TypedName(JsonEncodedText Name, TypeCode Type)
{
    public static TypedName[] Of(DbDataReader reader, JavaScriptEncoder? encoder) =>
    [
        .. Enumerable.Range(0, reader.FieldCount).Select(
            i => new TypedName(JsonEncodedText.Encode(reader.GetName(i), encoder), System.Type.GetTypeCode(reader.GetFieldType(i)))),
    ];
}
