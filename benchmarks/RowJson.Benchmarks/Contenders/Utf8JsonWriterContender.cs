using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The loop that one writes by hand on the first day: each name a string, the writer as it comes.</summary>
internal sealed class Utf8JsonWriterContender : IContender
{
    public string Name => "Utf8JsonWriter";

    public string Description => "a hand-written loop: WritePropertyName(string), then the value";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateValidatingWriter();
        return rows switch
        {
            JsonDocument document => output =>
            {
                writer.Reset(output);
                Write(writer, document.RootElement);
                writer.Flush();
            },
            List<Dictionary<string, object?>> dictionaries => output =>
            {
                writer.Reset(output);
                Write(writer, dictionaries);
                writer.Flush();
            },
            _ => null,
        };
    }

    private static void Write(Utf8JsonWriter writer, JsonElement root)
    {
        writer.WriteStartArray();
        foreach (JsonElement row in root.EnumerateArray())
        {
            writer.WriteStartObject();
            foreach (JsonProperty property in row.EnumerateObject())
            {
                writer.WritePropertyName(property.Name);
                property.Value.WriteTo(writer);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter writer, List<Dictionary<string, object?>> rows)
    {
        writer.WriteStartArray();
        foreach (Dictionary<string, object?> row in rows)
        {
            writer.WriteStartObject();
            foreach ((string name, object? value) in row)
            {
                writer.WritePropertyName(name);
                HandWritten.WriteValue(writer, value);
            }
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
    }
}
