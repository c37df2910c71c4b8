using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The loop that one writes by hand with care: each name escaped once, no validation.</summary>
internal sealed class CachedUtf8JsonWriterContender : IContender
{
    public string Name => "Utf8JsonWriterCached";

    public string Description => "a hand-written loop with care: names as cached JsonEncodedText, SkipValidation";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        var names = new EncodedNames(settings.Encoder);
        return rows switch
        {
            JsonDocument document => output => Write(writer, output, names, document.RootElement),
            List<Dictionary<string, object?>> dictionaries => output => Write(writer, output, names, dictionaries),
            _ => null,
        };
    }

    private static void Write(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, EncodedNames names, JsonElement root)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (JsonElement row in root.EnumerateArray())
        {
            writer.WriteStartObject();
            int position = 0;
            foreach (JsonProperty property in row.EnumerateObject())
            {
                writer.WritePropertyName(names.Get(position++, property));
                property.Value.WriteTo(writer);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    private static void Write(
        Utf8JsonWriter writer, ArrayBufferWriter<byte> output, EncodedNames names, List<Dictionary<string, object?>> rows)
    {
        writer.Reset(output);
        writer.WriteStartArray();
        foreach (Dictionary<string, object?> row in rows)
        {
            writer.WriteStartObject();
            int position = 0;
            foreach ((string name, object? value) in row)
            {
                writer.WritePropertyName(names.Get(position++, name));
                HandWritten.WriteValue(writer, value);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.Flush();
    }

    /// <summary>The names of all rows so far, escaped; the name at a position is first guessed to be that of the first row.</summary>
    private sealed class EncodedNames(JavaScriptEncoder? encoder)
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
            if (position == _firstRow.Count)
                _firstRow.Add((name, encoded));
            return encoded;
        }
    }
}
