using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A document, written by RowJson and by <see cref="JsonElement.WriteTo"/>, and copied unchanged.</summary>
/// <param name="name">The kind of document.</param>
/// <param name="sample">Its rows, as compact text.</param>
/// <param name="encoder">Of the output.</param>
/// <param name="limit">How many times a plain copy it may take; null where none is set.</param>
internal sealed class DocumentCase(string name, Sample sample, JavaScriptEncoder encoder, double? limit) : IMeasuredCase
{
    private readonly JsonDocument _document = JsonDocument.Parse(sample.Utf8Json);
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer = new(Stream.Null, new JsonWriterOptions { Encoder = encoder, SkipValidation = true });
    private readonly JsonRowOptions _options = new(new JsonSerializerOptions { Encoder = encoder });

    public string Name => name;

    public double? Limit => limit;

    public string Encoder => ReferenceEquals(encoder, JavaScriptEncoder.Default) ? "default" : "relaxed";

    /// <summary>Bytes of the text.</summary>
    public int Length => sample.Utf8Json.Length;

    /// <summary>Bytes of the output: what is escaped takes more.</summary>
    public int WrittenLength { get; private set; }

    public void WriteRowJson()
    {
        _buffer.ResetWrittenCount();
        JsonRows.From(_document.RootElement).WriteTo(_buffer, _options);
    }

    public void WriteElement()
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        _document.RootElement.WriteTo(_writer);
        _writer.Flush();
    }

    /// <summary>No encoder takes less.</summary>
    public void Copy()
    {
        _buffer.ResetWrittenCount();
        _buffer.Write(JsonMarshal.GetRawUtf8Value(_document.RootElement));
    }

    /// <summary>Compares the outputs.</summary>
    public void Check()
    {
        WriteElement();
        byte[] expected = _buffer.WrittenSpan.ToArray();
        WriteRowJson();
        if (!_buffer.WrittenSpan.SequenceEqual(expected)) throw new BenchmarkException($"{name}, {Encoder}: the bytes differ.");
        WrittenLength = expected.Length;
    }

    public void Dispose()
    {
        _writer.Dispose();
        _document.Dispose();
    }
}
