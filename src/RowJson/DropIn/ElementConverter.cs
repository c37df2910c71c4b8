namespace RowJson;

// A document: the text of its root is copied.
internal sealed class DocumentConverter(DropInOptions options) : RowConverter<JsonDocument>(options)
{
    public override bool HasBatches => false;

    public override IRowBatches Open(object value) => throw new NotSupportedException();

    public override JsonDocument Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonDocument.ParseValue(ref reader);

    protected override void Write(Utf8JsonWriter writer, JsonDocument value) => ElementConverter.Write(writer, value.RootElement, Options);

    protected override void WriteIndented(Utf8JsonWriter writer, JsonDocument value) => value.WriteTo(writer);
}

// An element of a document: its text is copied.
internal sealed class ElementConverter(DropInOptions options) : RowConverter<JsonElement>(options)
{
    // An array whose text is longer is copied batch by batch.
    private const int LongestWhole = BufferSizes.LargestBatchBuffer;

    // An element is a structure, and may hold any JSON.
    public override bool HasBatches => false;

    public override IRowBatches Open(object value) => throw new NotSupportedException();

    public override JsonElement Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        JsonElement.ParseValue(ref reader);

    protected override void Write(Utf8JsonWriter writer, JsonElement value) => Write(writer, value, Options);

    // Writes an element.
    public static void Write(Utf8JsonWriter writer, JsonElement value, DropInOptions options)
    {
        if (value.ValueKind is not (JsonValueKind.Array or JsonValueKind.Object))
        {
            value.WriteTo(writer);
        }
        else if (value.ValueKind == JsonValueKind.Array && JsonMarshal.GetRawUtf8Value(value).Length > LongestWhole)
        {
            var rows = new PassRows(new JsonElementRows(value));
            RowListWriter.Write(writer, options, ref rows);
        }
        else
        {
            var row = new OneElement(value);
            RowListWriter.WriteRows(writer, options, ref row);
        }
    }

    protected override void WriteIndented(Utf8JsonWriter writer, JsonElement value) => value.WriteTo(writer);

    // The element itself, as the only row.
    private struct OneElement(JsonElement value) : IRowBatches
    {
        public bool HasRows { get; private set; } = true;

        public void Encode(RowEncoder encoder)
        {
            encoder.WriteDocumentRow(value);
            HasRows = false;
        }

        public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
            value.WriteTo(writer);

        public readonly void Dispose()
        {
        }
    }
}
