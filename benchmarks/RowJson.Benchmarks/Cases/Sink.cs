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

/// <summary>Ways of <see cref="JsonSerializer"/>, by options.</summary>
internal static class Serialized
{
    /// <summary>Into a writer that is used again.</summary>
    public static Way Way<T>(string name, T value, JsonSerializerOptions options) =>
        Sink.ToWriter(name, writer => JsonSerializer.Serialize(writer, value, options), options.Encoder, options.WriteIndented);

    /// <summary>Calls enough for columns to be compiled: more bytes than the serializer writes of a type before.</summary>
    public static int Repeats<T>(T value, JsonSerializerOptions options) =>
        Math.Max(200, 4_000_000 / JsonSerializer.SerializeToUtf8Bytes(value, options).Length);

    public static Way Read<T>(string name, T value, JsonSerializerOptions options, JsonSerializerOptions plain)
    {
        byte[] text = JsonSerializer.SerializeToUtf8Bytes(value, plain);
        return new Way(name, () => JsonSerializer.Deserialize<T>(text, options))
        {
            Output = () => JsonSerializer.SerializeToUtf8Bytes(JsonSerializer.Deserialize<T>(text, options), plain),
        };
    }

    /// <summary>Asynchronously to a stream.</summary>
    public static Way Send<T>(string name, T value, JsonSerializerOptions options) =>
        Sink.ToStream(name, stream => JsonSerializer.SerializeAsync(stream, value, options));
}
