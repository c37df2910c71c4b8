namespace RowJson;

// Outputs that are held as a whole, in memory or in a file.
internal static class WholeOutput
{
    public static WholeSink<byte[]> Bytes() => new(static utf8 => utf8.ToArray());

    public static WholeSink<string> Text() => new(static utf8 => Encoding.UTF8.GetString(utf8));

    public static async Task<JsonRowResult> FileAsync(
        Func<IRowSink, JsonRowOptions, Task<JsonRowResult>> write,
        string path,
        JsonRowOptions? options,
        JsonRowCompression compression,
        CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        options ??= JsonRowOptions.Default;
        using OutputFile file = OutputFile.Open(path);
        JsonRowResult result = await CompressedOutput.WriteAsync(
            file.Stream, compression, output => write(new StreamSink(output, options) { Remains = file.Remains }, options))
            .ConfigureAwait(false);
        // It waits for the disk, and nothing can cancel that.
        await Task.Run(file.Complete, CancellationToken.None).ConfigureAwait(false);
        return result;
    }
}
