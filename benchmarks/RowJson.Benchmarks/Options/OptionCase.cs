using System.Buffers;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>A value that is read and written by plain options and by those of <see cref="JsonRowSerializer.CreateOptions"/>.</summary>
/// <param name="name">What the value is, and what is special about the options.</param>
/// <param name="options">The plain options.</param>
internal abstract class OptionCase(string name, JsonSerializerOptions options) : IMeasuredCase
{
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Utf8JsonWriter _writer = new(Stream.Null, new JsonWriterOptions { Encoder = options.Encoder, SkipValidation = true });
    private readonly JsonSerializerOptions _both = JsonRowSerializer.CreateOptions(options);
    private readonly JsonSerializerOptions _write = JsonRowSerializer.CreateWriteOptions(options);

    public string Name => name;

    /// <summary>The serializer calls handlers: an asynchronous write is its own.</summary>
    public required bool HasHandlers { get; init; }

    /// <summary>Nothing in the value is taken over.</summary>
    public required bool IsPlain { get; init; }

    public static OptionCase Of<T>(string name, T value, JsonSerializerOptions options, bool hasHandlers = true, bool isPlain = false) =>
        new Case<T>(name, value, options) { HasHandlers = hasHandlers, IsPlain = isPlain };

    public void WritePlain() => Write(options);

    public void WriteBoth() => Write(_both);

    public void WriteOnly() => Write(_write);

    public void ReadPlain() => Read(options);

    public void ReadBoth() => Read(_both);

    public void SendPlain() => Send(options);

    public void SendBoth() => Send(_both);

    /// <summary>Writes often enough for columns to be compiled, and compares texts.</summary>
    public void Check()
    {
        foreach (int calls in new[] { 400, 200 })
        {
            for (int i = 0; i < calls; i++)
            {
                WritePlain();
                WriteBoth();
                WriteOnly();
                ReadPlain();
                ReadBoth();
            }
            // Columns are compiled on another thread.
            Thread.Sleep(300);
        }
        byte[] expected = TextOf(options);
        if (!TextOf(_both).AsSpan().SequenceEqual(expected)) throw new BenchmarkException($"{name}: the bytes differ.");
        if (!Again(options).AsSpan().SequenceEqual(Again(_both))) throw new BenchmarkException($"{name}: what is read differs.");
    }

    public void Dispose() => _writer.Dispose();

    protected abstract void Serialize(Utf8JsonWriter writer, JsonSerializerOptions with);

    protected abstract void Read(JsonSerializerOptions with);

    protected abstract Task SendAsync(JsonSerializerOptions with);

    /// <summary>Written after it was read.</summary>
    protected abstract byte[] Again(JsonSerializerOptions with);

    private void Send(JsonSerializerOptions with) => SendAsync(with).GetAwaiter().GetResult();

    private byte[] TextOf(JsonSerializerOptions with)
    {
        Write(with);
        return _buffer.WrittenSpan.ToArray();
    }

    private void Write(JsonSerializerOptions with)
    {
        _buffer.ResetWrittenCount();
        _writer.Reset(_buffer);
        Serialize(_writer, with);
        _writer.Flush();
    }

    private sealed class Case<T>(string name, T value, JsonSerializerOptions options) : OptionCase(name, options)
    {
        private readonly byte[] _text = JsonSerializer.SerializeToUtf8Bytes(value, options);
        private readonly JsonSerializerOptions _plain = options;

        protected override void Serialize(Utf8JsonWriter writer, JsonSerializerOptions with) => JsonSerializer.Serialize(writer, value, with);

        protected override void Read(JsonSerializerOptions with) => JsonSerializer.Deserialize<T>(_text, with);

        protected override Task SendAsync(JsonSerializerOptions with) => JsonSerializer.SerializeAsync(Stream.Null, value, with);

        protected override byte[] Again(JsonSerializerOptions with) =>
            JsonSerializer.SerializeToUtf8Bytes(JsonSerializer.Deserialize<T>(_text, with), _plain);
    }
}
