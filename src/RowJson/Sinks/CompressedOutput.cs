using System.IO.Compression;

namespace RowJson;

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

    public static void Write(Stream output, JsonRowCompression compression, Action<Stream> write)
    {
        Stream compressed = Compress(output, compression);
        write(compressed);
        if (compressed != output) compressed.Dispose();
    }

    private static Stream Compress(Stream output, JsonRowCompression compression) => compression switch
    {
        JsonRowCompression.None => output,
        JsonRowCompression.Gzip => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
        JsonRowCompression.Brotli => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
        _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
    };
}
