using System.IO.Compression;

namespace RowJson;

// Outputs that are held as a whole, in memory or in a file.
internal static class WholeOutput
{
    public static WholeSink<byte[]> Bytes() => new(static utf8 => utf8.ToArray());

    public static WholeSink<string> Text() => new(static utf8 => Encoding.UTF8.GetString(utf8));

    public static async Task<T> WriteAsync<T>(
        RowSource source, WholeSink<T> sink, JsonRowOptions? options, CancellationToken cancellationToken)
    {
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
        JsonRowResult result = await CompressedOutput.WriteAsync(file.Stream, compression, output =>
        {
            var sink = new StreamSink(output) { Remains = file.Remains };
            return AsyncWrite.Run(source, sink, options, progress, cancellationToken);
        }).ConfigureAwait(false);
        // It waits for the disk, and nothing can cancel that.
        await Task.Run(file.Complete, CancellationToken.None).ConfigureAwait(false);
        return result;
    }
}

// Gives a function that writes all rows a stream that compresses. The end of the compressed data comes only after all rows: it is written
// when the compressing stream is disposed, so after a failure that is left to the garbage collector.
internal static class CompressedOutput
{
    public static async Task<TResult> WriteAsync<TResult>(Stream output, JsonRowCompression compression, Func<Stream, Task<TResult>> write)
    {
        Stream compressed = Compress(output, compression);
        TResult result = await write(compressed).ConfigureAwait(false);
        if (compressed != output) await compressed.DisposeAsync().ConfigureAwait(false);
        return result;
    }

    public static Stream Compress(Stream output, JsonRowCompression compression) => compression switch
    {
        JsonRowCompression.None => output,
        JsonRowCompression.Gzip => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
        JsonRowCompression.Brotli => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
        _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
    };
}
