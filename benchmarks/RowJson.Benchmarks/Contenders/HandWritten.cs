namespace RowJson.Benchmarks;

/// <summary>The value switch that the hand-written loops share.</summary>
internal static class HandWritten
{
    public static void WriteValue(Utf8JsonWriter writer, object? value)
    {
        switch (value)
        {
            case string text: writer.WriteStringValue(text); break;
            case long integer: writer.WriteNumberValue(integer); break;
            case double number: writer.WriteNumberValue(number); break;
            case bool boolean: writer.WriteBooleanValue(boolean); break;
            case int integer: writer.WriteNumberValue(integer); break;
            case null or DBNull: writer.WriteNullValue(); break;
            case DateTime time: writer.WriteStringValue(time); break;
            case decimal number: writer.WriteNumberValue(number); break;
            case Guid guid: writer.WriteStringValue(guid); break;
            default: WriteNested(writer, value); break;
        }
    }

    /// <summary>Reads a value as little as an encoder must; the result depends on it.</summary>
    public static int Touch(object? value) => value switch
    {
        string text => text.Length,
        null or DBNull => 0,
        _ => 1,
    };

    private static void WriteNested(Utf8JsonWriter writer, object value)
    {
        switch (value)
        {
            case Dictionary<string, object?> dictionary:
                writer.WriteStartObject();
                foreach ((string name, object? item) in dictionary)
                {
                    writer.WritePropertyName(name);
                    WriteValue(writer, item);
                }
                writer.WriteEndObject();
                break;
            case List<object?> list:
                writer.WriteStartArray();
                foreach (object? item in list) WriteValue(writer, item);
                writer.WriteEndArray();
                break;
            case JsonElement element: element.WriteTo(writer); break;
            default: throw new NotSupportedException($"no source gives values of type {value.GetType()}");
        }
    }
}

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
