namespace RowJson;

// The text of an envelope before and after its rows, as a Utf8JsonWriter writes it around an array.
internal sealed class EnvelopeText(JsonRowEnvelope envelope, JsonRowOptions options, JsonWriterOptions style)
{
    // The beginning, up to the array's opening bracket.
    // columnNames: what RowEncoder.ColumnNames says.
    public byte[] Open(byte[]? columnNames)
    {
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, style);
        envelope.WriteBefore(writer, options.SerializerOptions);
        envelope.WriteRowsName(writer, options, columnNames);
        writer.WriteStartArray();
        writer.Flush();
        return text.WrittenSpan.ToArray();
    }

    // The end, from the array's closing bracket on. Indented, that depends on whether there are rows.
    public byte[] Close(bool hasRows, JsonRowProgress written)
    {
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, style);
        // The writer has to know that it is in a property of an object, what comes before, and whether there was a value.
        writer.WriteStartObject();
        writer.WritePropertyName("rows"u8);
        writer.WriteStartArray();
        if (hasRows) writer.WriteNullValue();
        writer.Flush();
        int start = text.WrittenCount;
        writer.WriteEndArray();
        envelope.WriteAfter(writer, options.SerializerOptions, written);
        writer.Flush();
        return text.WrittenSpan[start..].ToArray();
    }
}
