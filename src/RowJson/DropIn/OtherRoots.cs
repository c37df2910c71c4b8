namespace RowJson;

// A document: the text of its root is copied.
internal sealed class DocumentRoot(DropInOptions options) : RootConverter<JsonDocument>(options)
{
    // As in the serializer's converter: null in JSON is a document.
    public override bool HandleNull => true;

    public override RowSource? Open(object value) => ElementRoot.RowsOf(((JsonDocument)value).RootElement);

    public override void Write(Utf8JsonWriter writer, JsonDocument? value, JsonSerializerOptions options)
    {
        if (value is null) writer.WriteNullValue();
        else ElementRoot.Write(writer, value.RootElement, Options);
    }
}

// An element of a document: its text is copied.
internal sealed class ElementRoot(DropInOptions options) : RootConverter<JsonElement>(options)
{
    public override RowSource? Open(object value) => RowsOf((JsonElement)value);

    // The elements of an array as rows.
    public static RowSource? RowsOf(JsonElement value) => value.ValueKind == JsonValueKind.Array ? new JsonElementRows(value) : null;

    public override void Write(Utf8JsonWriter writer, JsonElement value, JsonSerializerOptions options) => Write(writer, value, Options);

    public static void Write(Utf8JsonWriter writer, JsonElement value, DropInOptions options)
    {
        bool isSingle = value.ValueKind is not (JsonValueKind.Array or JsonValueKind.Object);
        ReadOnlySpan<byte> text = isSingle ? default : JsonMarshal.GetRawUtf8Value(value);
        if (writer.Options.Indented || SimpleValues.HasLittleText(text))
        {
            value.WriteTo(writer);
            return;
        }
        RowContext context = options.Rows.Context.For(writer.Options.Encoder);
        // Long arrays go batch by batch.
        if (value.ValueKind == JsonValueKind.Array && text.Length > BufferSizes.LargestBatchBuffer)
        {
            WriteRows(writer, context, new JsonElementRows(value));
            return;
        }
        using var rented = new RawEncoder(writer, context, writer.CurrentDepth);
        using (new EncodingScope(rented.Encoder)) rented.Encoder.WriteDocumentRow(value);
        rented.Send();
    }

    // Writes an array: each batch is one raw value.
    public static void WriteRows(Utf8JsonWriter writer, RowContext context, RowSource source)
    {
        writer.WriteStartArray();
        using (var rented = new RawEncoder(writer, context, writer.CurrentDepth))
        using (IRowPass pass = source.Open())
        {
            for (IRowPass? next = pass; next is not null;)
            {
                using (new EncodingScope(rented.Encoder)) next = next.EncodeBatch(rented.Encoder);
                rented.Send();
            }
        }
        writer.WriteEndArray();
    }
}

// A table or a view, which the serializer cannot write.
internal sealed class TableRoot<T>(DropInOptions options) : RootConverter<T>(options)
    where T : class
{
    public override bool SendsParts => true;

    public override RowSource Open(object value) => RowsOf((T)value);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        ElementRoot.WriteRows(writer, Options.Rows.Context.For(writer.Options.Encoder), RowsOf(value));

    private static DataTableRows RowsOf(T value) =>
        value is System.Data.DataTable table ? new DataTableRows(table, table.Rows) : DataTableRows.Of((System.Data.DataView)(object)value);
}
