using System.IO.Compression;

namespace RowJson;

// What a compressing stream writes to. After a failure nothing more passes: its disposal would write the end of the compressed data.
internal sealed class CompressedOutput(Stream output) : Stream
{
    private bool _hasFailed;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    // Gives a stream that compresses to a function that writes all rows; the end of the compressed data comes only after them.
    public static async Task<TResult> WriteAsync<TResult>(Stream output, JsonRowCompression compression, Func<Stream, Task<TResult>> write)
    {
        if (compression == JsonRowCompression.None) return await write(output).ConfigureAwait(false);
        var target = new CompressedOutput(output);
        Stream compressed = target.Compress(compression);
        await using (compressed.ConfigureAwait(false))
        {
            try
            {
                return await write(compressed).ConfigureAwait(false);
            }
            catch
            {
                target._hasFailed = true;
                throw;
            }
        }
    }

    public static void Write(Stream output, JsonRowCompression compression, Action<Stream> write)
    {
        var target = new CompressedOutput(output);
        using Stream? compressed = compression == JsonRowCompression.None ? null : target.Compress(compression);
        try
        {
            write(compressed ?? output);
        }
        catch
        {
            target._hasFailed = true;
            throw;
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (!_hasFailed) output.Write(buffer);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        _hasFailed ? default : output.WriteAsync(buffer, cancellationToken);

    public override void Flush() => output.Flush();

    public override Task FlushAsync(CancellationToken cancellationToken) => output.FlushAsync(cancellationToken);

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private Stream Compress(JsonRowCompression compression) => compression switch
    {
        JsonRowCompression.Gzip => new GZipStream(this, CompressionLevel.Fastest),
        JsonRowCompression.Brotli => new BrotliStream(this, CompressionLevel.Fastest),
        _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
    };
}
