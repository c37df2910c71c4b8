namespace RowJson.Benchmarks;

/// <summary>Ways of <see cref="JsonSerializer"/>, by options.</summary>
internal static class Serialized
{
    /// <summary>Into a writer that is used again.</summary>
    public static Way Way<T>(string name, T value, JsonSerializerOptions options) =>
        Sink.ToWriter(name, writer => JsonSerializer.Serialize(writer, value, options), options.Encoder, options.WriteIndented);

    /// <summary>Calls enough for columns to be compiled: more bytes than the serializer writes of a type before.</summary>
    public static int Repeats<T>(T value, JsonSerializerOptions options) =>
        Math.Max(200, 4_000_000 / JsonSerializer.SerializeToUtf8Bytes(value, options).Length);

    /// <summary>Read from its own text; compared by what is written of it then, with <paramref name="plain"/>.</summary>
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
