namespace RowJson;

// Outputs that are held as a whole, in memory or in a file.
internal static class WholeOutput
{
    // T: an array of bytes or a string.
    public static T Write<T>(RowSource source, JsonRowOptions? options)
        where T : class
    {
        options ??= JsonRowOptions.Default;
        if (source.TrySerialize(typeof(T) == typeof(string), options) is { } output) return (T)output;
        WholeSink<T> sink = CreateSink<T>();
        WriteLoop.Write(source, sink, options);
        return sink.Result;
    }

    public static async Task<T> WriteAsync<T>(RowSource source, JsonRowOptions? options, CancellationToken cancellationToken)
        where T : class
    {
        options ??= JsonRowOptions.Default;
        if (!cancellationToken.IsCancellationRequested && source.TrySerialize(typeof(T) == typeof(string), options) is { } output)
            return (T)output;
        WholeSink<T> sink = CreateSink<T>();
        await AsyncWrite.Run(source, sink, options, progress: null, cancellationToken).ConfigureAwait(false);
        return sink.Result;
    }

    public static async Task<JsonRowResult> FileAsync(
        RowSource source,
        string path,
        JsonRowOptions? options,
        JsonRowCompression compression,
        IProgress<JsonRowProgress>? progress,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using OutputFile file = OutputFile.Open(path);
        var sink = new StreamSink(file.Stream, compression) { Remains = file.Remains };
        JsonRowResult result = await AsyncWrite.Run(source, sink, options, progress, cancellationToken).ConfigureAwait(false);
        // This waits for the disk, and nothing can cancel that.
        await Task.Run(file.Complete, CancellationToken.None).ConfigureAwait(false);
        return result;
    }

    private static WholeSink<T> CreateSink<T>() => (WholeSink<T>)(object)(typeof(T) == typeof(string)
        ? new WholeSink<string>(static utf8 => Encoding.UTF8.GetString(utf8))
        : new WholeSink<byte[]>(static utf8 => utf8.ToArray()));
}
