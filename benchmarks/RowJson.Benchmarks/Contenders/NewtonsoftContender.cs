using System.Buffers;
using System.Data;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace RowJson.Benchmarks;

/// <summary>
/// Newtonsoft.Json, a document being its own <see cref="JArray"/>, a table going through its converter of tables.
/// It escapes less and writes numbers in its own way, so values are compared instead of bytes.
/// </summary>
internal sealed class NewtonsoftContender : IContender
{
    // Without a byte order mark.
    private static readonly UTF8Encoding Utf8 = new();

    private static readonly Newtonsoft.Json.JsonSerializer ForObjects = Newtonsoft.Json.JsonSerializer.CreateDefault();

    public string Name => "Newtonsoft";

    public string Description => "Newtonsoft.Json into a StreamWriter (compared by value: it escapes and writes numbers in its own way)";

    public Agreement Agreement => Agreement.SameValues;

    public EncodeRows? Prepare(object rows, EncodingSettings settings)
    {
        switch (rows)
        {
            case JsonDocument document:
                JArray array = Parse(document);
                return output => Write(output, writer => array.WriteTo(writer));
            case List<Dictionary<string, object?>> or DataTable:
                var options = new JsonSerializerSettings { Converters = { new ElementConverter() } };
                var serializer = Newtonsoft.Json.JsonSerializer.Create(options);
                return output => Write(output, writer => serializer.Serialize(writer, rows));
            // It does not know the converters of the others.
            case ObjectRows { Items: not IEnumerable<ConvertedOrder> } objects when objects.Describe(byMetadata: false) is not null:
                return output => Write(output, writer => ForObjects.Serialize(writer, objects.Items));
            default:
                return null;
        }
    }

    private static JArray Parse(JsonDocument document)
    {
        string text = Utf8.GetString(JsonMarshal.GetRawUtf8Value(document.RootElement));
        using var reader = new JsonTextReader(new StringReader(text)) { DateParseHandling = DateParseHandling.None };
        return JArray.Load(reader);
    }

    private static void Write(ArrayBufferWriter<byte> output, Action<JsonTextWriter> write)
    {
        using var stream = new BufferWriterStream(output);
        using var text = new StreamWriter(stream, Utf8, bufferSize: 16 * 1024);
        using var writer = new JsonTextWriter(text);
        write(writer);
    }

    /// <summary>Writes what <see cref="DictionarySource"/> left as an element: numbers beyond a double.</summary>
    private sealed class ElementConverter : JsonConverter<JsonElement>
    {
        public override bool CanRead => false;

        public override JsonElement ReadJson(
            JsonReader reader,
            Type objectType,
            JsonElement existingValue,
            bool hasExistingValue,
            Newtonsoft.Json.JsonSerializer serializer) =>
            throw new NotSupportedException();

        public override void WriteJson(JsonWriter writer, JsonElement value, Newtonsoft.Json.JsonSerializer serializer) =>
            writer.WriteRawValue(value.GetRawText());
    }
}
