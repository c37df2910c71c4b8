using System.Buffers;
using System.Data;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>The optimised loop that one writes by hand: each name escaped once, no validation.</summary>
internal sealed class CachedUtf8JsonWriterContender : IContender
{
    public string Name => "Utf8JsonWriterCached";

    public string Description => "an optimised hand-written loop: names as cached JsonEncodedText, typed getters, SkipValidation";

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        Utf8JsonWriter writer = settings.CreateWriter();
        switch (rows)
        {
            case ColumnarReader reader:
                ReaderLoops.Column[] columns = ReaderLoops.Column.Of(reader, settings.Encoder);
                return output =>
                {
                    reader.Rewind();
                    ReaderLoops.WriteTyped(writer, output, reader, columns);
                };
            case DataTable table:
                (DataColumn Column, JsonEncodedText Name)[] tableColumns = TableLoops.EncodeNames(table, settings.Encoder);
                return output => TableLoops.WriteCached(writer, output, table, tableColumns);
            case ObjectRows objects:
                return objects.WriteByHand(writer, namesAreEncoded: true);
            case ProviderRows provider:
                return provider.WriteByHand(writer);
        }
        var names = new EncodedNames(settings.Encoder);
        return rows switch
        {
            JsonDocument document => output => Write(writer, output, names, document.RootElement),
            List<Dictionary<string, object?>> dictionaries => output => Write(writer, output, names, dictionaries),
            List<object> dynamics => output => PairLoops.WriteCached(writer, output, names, dynamics),
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
}
