namespace RowJson;

// Outputs that are held as a whole, in memory or in a file.
internal static class WholeOutput
{
    public static WholeSink<byte[]> Bytes() => new(static utf8 => utf8.ToArray(), JsonSerializer.SerializeToUtf8Bytes);

    public static WholeSink<string> Text() => new(static utf8 => Encoding.UTF8.GetString(utf8), JsonSerializer.Serialize);

    public static T Write<T>(RowSource source, WholeSink<T> sink, JsonRowOptions? options)
    {
        options ??= JsonRowOptions.Default;
        if (!source.TrySerialize(sink, options)) WriteLoop.Write(source, sink, options);
        return sink.Result;
    }

    public static async Task<T> WriteAsync<T>(
        RowSource source, WholeSink<T> sink, JsonRowOptions? options, CancellationToken cancellationToken)
    {
        options ??= JsonRowOptions.Default;
        if (cancellationToken.IsCancellationRequested || !source.TrySerialize(sink, options))
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
        // It waits for the disk, and nothing can cancel that.
        await Task.Run(file.Complete, CancellationToken.None).ConfigureAwait(false);
        return result;
    }
}
