namespace RowJson;

// Holds the line before one row after the other.
internal sealed class PrefixBuffer(JsonSerializerOptions options) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _text = new();
    private Utf8JsonWriter? _writer;

    public ReadOnlySpan<byte> Text => _text.WrittenSpan;

    // Writes one value.
    public Utf8JsonWriter Writer => _writer ??= new Utf8JsonWriter(_text, new JsonWriterOptions { Encoder = options.Encoder });

    public void Write(ReadOnlySpan<byte> text) => _text.Write(text);

    public void Clear()
    {
        _text.ResetWrittenCount();
        _writer?.Reset();
    }

    public void Dispose() => _writer?.Dispose();
}
