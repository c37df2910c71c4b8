namespace RowJson;

// Outputs that are held as a whole, in memory or in a file.
internal static class WholeOutput
{
    public static async Task<byte[]> BytesAsync(Func<IRowSink, JsonRowOptions, Task> write, JsonRowOptions? options)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        await write(new BufferWriterSink(buffer), options).ConfigureAwait(false);
        return buffer.WrittenSpan.ToArray();
    }

    public static async Task<string> StringAsync(Func<IRowSink, JsonRowOptions, Task> write, JsonRowOptions? options)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        await write(new BufferWriterSink(buffer), options).ConfigureAwait(false);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

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
