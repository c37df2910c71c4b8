using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace RowJson.Benchmarks;

/// <summary>Newtonsoft.Json, a document being its own <see cref="JArray"/>, a table going through its converter of tables.
/// It escapes less and writes numbers in its own way, so values are compared instead of bytes.</summary>
internal static class NewtonsoftJson
{
    // Without a byte order mark.
    private static readonly UTF8Encoding Utf8 = new();

    private static readonly Newtonsoft.Json.JsonSerializer Serializer =
        Newtonsoft.Json.JsonSerializer.Create(new JsonSerializerSettings { Converters = { new ElementConverter() } });

    private static readonly Newtonsoft.Json.JsonSerializer ForObjects = Newtonsoft.Json.JsonSerializer.CreateDefault();

    public static Contender Contender { get; } = new(
        "Newtonsoft",
        "Newtonsoft.Json into a StreamWriter (compared by value: it escapes and writes numbers in its own way)",
        (rows, _) => rows switch
        {
            JsonDocument document => By(Parse(document)),
            List<Dictionary<string, object?>> or DataTable => By(rows, Serializer),
            // It does not know the converters of the others.
            ObjectRows { Items: { } items and not IEnumerable<ConvertedOrder> } => By(items, ForObjects),
            _ => null,
        }, Agreement.SameValues);

    private static EncodeRows By(JArray array) => output => Write(output, writer => array.WriteTo(writer));

    private static EncodeRows By(object rows, Newtonsoft.Json.JsonSerializer serializer) =>
        output => Write(output, writer => serializer.Serialize(writer, rows));

    private static JArray Parse(JsonDocument document)
    {
        string text = Utf8.GetString(JsonMarshal.GetRawUtf8Value(document.RootElement));
        using var reader = new JsonTextReader(new StringReader(text)) { DateParseHandling = DateParseHandling.None };
        return JArray.Load(reader);
    }

    /// <summary>Dictionaries.</summary>
    public static void Write(Stream stream, object rows) => Write(stream, writer => Serializer.Serialize(writer, rows));

    private static void Write(ArrayBufferWriter<byte> output, Action<JsonTextWriter> write)
    {
        using var stream = new BufferWriterStream(output);
        Write(stream, write);
    }

    private static void Write(Stream stream, Action<JsonTextWriter> write)
    {
        using var text = new StreamWriter(stream, Utf8, bufferSize: 16 * 1024);
        using var writer = new JsonTextWriter(text);
        write(writer);
    }

    /// <summary>Writes what <see cref="DictionaryRows"/> left as an element: numbers beyond a double.</summary>
    private sealed class ElementConverter : Newtonsoft.Json.JsonConverter<JsonElement>
    {
        public override bool CanRead => false;

        public override JsonElement ReadJson(
            JsonReader reader, Type objectType, JsonElement existingValue, bool hasExistingValue, Newtonsoft.Json.JsonSerializer serializer) =>
            throw new NotSupportedException();

        public override void WriteJson(JsonWriter writer, JsonElement value, Newtonsoft.Json.JsonSerializer serializer) =>
            writer.WriteRawValue(value.GetRawText());
    }
}
