using System.Buffers;
using System.Data;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The simplest loop that one writes by hand: each name is a string, the writer has its defaults.</summary>
internal sealed class Utf8JsonWriterContender : IContender
{
    public string Name => "Utf8JsonWriter";

    public string Description => "a hand-written loop: WritePropertyName(string), then the value; a reader's by GetValue";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateValidatingWriter();
        return rows switch
        {
            JsonDocument document => output => Write(writer, output, document.RootElement),
            List<Dictionary<string, object?>> dictionaries => output => Write(writer, output, dictionaries),
            ColumnarReader reader => output =>
            {
                reader.Rewind();
                ReaderLoops.WriteValues(writer, output, reader);
            }
            ,
            DataTable table => output => TableLoops.WriteValues(writer, output, table),
            List<object> dynamics => output => PairLoops.WriteValues(writer, output, dynamics),
            ObjectRows objects => objects.WriteByHand(writer, namesAreEncoded: false),
            _ => null,
        };
    }

    private static void Write(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, JsonElement root)
    {
        writer.Reset(output);
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
        writer.Flush();
    }

    private static void Write(Utf8JsonWriter writer, ArrayBufferWriter<byte> output, List<Dictionary<string, object?>> rows)
    {
        writer.Reset(output);
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
        writer.Flush();
    }
}
