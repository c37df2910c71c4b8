namespace RowJson.Benchmarks;

/// <summary>Ways by where they write to.</summary>
internal static class Sink
{
    /// <summary>One for the process: it has grown before the first call is timed.</summary>
    public static ArrayBufferWriter<byte> Buffer { get; } = new();

    public static Way ToBuffer(string name, Action<ArrayBufferWriter<byte>> write)
    {
        return new Way(name, Call) { Output = () => { Call(); return Buffer.WrittenSpan.ToArray(); } };

        void Call()
        {
            Buffer.ResetWrittenCount();
            write(Buffer);
        }
    }

    /// <summary>Into a writer that is used again. It does not validate, as that inside <see cref="JsonSerializer"/> does not.</summary>
    public static Way ToWriter(string name, Action<Utf8JsonWriter> write, JavaScriptEncoder? encoder = null, bool isIndented = false)
    {
        var writer = new Utf8JsonWriter(
            Stream.Null, new JsonWriterOptions { Encoder = encoder, Indented = isIndented, SkipValidation = true });
        return ToBuffer(name, output =>
        {
            writer.Reset(output);
            write(writer);
            writer.Flush();
        });
    }

    /// <summary>To a stream that drops what it is given.</summary>
    public static Way ToStream(string name, Func<Stream, Task> write) => new(name, () => write(Stream.Null).GetAwaiter().GetResult())
    {
        Output = () =>
        {
            var stream = new MemoryStream();
            write(stream).GetAwaiter().GetResult();
            return stream.ToArray();
        },
    };

    /// <inheritdoc cref="ToStream(string, Func{Stream, Task})"/>
    public static Way ToStream(string name, Action<Stream> write) => ToStream(name, stream =>
    {
        write(stream);
        return Task.CompletedTask;
    });

    public static Way ToBytes(string name, Func<byte[]> write) => new(name, () => write()) { Output = write };
}
