namespace RowJson;

// The text of an envelope before and after its rows, as a Utf8JsonWriter writes it around an array or, if isValue, around one value.
internal sealed class EnvelopeText(JsonRowEnvelope envelope, JsonRowOptions options, in JsonWriterOptions style, bool isValue)
{
    private readonly JsonWriterOptions _style = style with { Encoder = options.SerializerOptions.Encoder };
    private byte[]? _open;

    // Up to the array's opening bracket, or to the value. Made once: a property may be a sequence that can be read once.
    public byte[] Open(byte[]? columnNames)
    {
        if (_open is not null) return _open;
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, _style);
        envelope.WriteBefore(writer, options.SerializerOptions);
        envelope.WriteRowsName(writer, options, columnNames);
        if (!isValue) writer.WriteStartArray();
        writer.Flush();
        return _open = text.WrittenSpan.ToArray();
    }

    // From the array's closing bracket, or the end of the value, on. If it is indented, it depends on whether there are rows.
    public byte[] Close(bool hasRows, JsonRowProgress written)
    {
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, _style);
        // The writer has to know where it is, and whether there was a value.
        writer.WriteStartObject();
        writer.WritePropertyName("rows"u8);
        if (!isValue) writer.WriteStartArray();
        if (hasRows) writer.WriteNullValue();
        writer.Flush();
        int start = text.WrittenCount;
        envelope.WriteAfter(writer, options.SerializerOptions, written, isValue);
        writer.Flush();
        return text.WrittenSpan[start..].ToArray();
    }
}
