using System.Buffers;
using System.Text.Json;

namespace RowJson;

/// <summary>Holds the line before one row after the other.</summary>
internal sealed class PrefixBuffer(JsonSerializerOptions options) : IDisposable
{
    private readonly ArrayBufferWriter<byte> _text = new();
    private Utf8JsonWriter? _writer;

    public ReadOnlySpan<byte> Text => _text.WrittenSpan;

    /// <summary>Writes one value.</summary>
    public Utf8JsonWriter Writer => _writer ??= new Utf8JsonWriter(_text, new JsonWriterOptions { Encoder = options.Encoder });

    public void Write(ReadOnlySpan<byte> text) => _text.Write(text);

    public void Clear()
    {
        _text.ResetWrittenCount();
        _writer?.Reset();
    }

    public void Dispose() => _writer?.Dispose();
}
