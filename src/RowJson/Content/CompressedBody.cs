using System.IO.Compression;

namespace RowJson;

// What a compressing stream writes to. After a failure nothing more passes: its disposal would write the end of the compressed data.
internal sealed class CompressedBody(Stream body) : Stream
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

    // Writes rows compressed, with the end of the compressed data only after all of them.
    public static async Task WriteAsync(Stream body, JsonRowCompression compression, RowBody rows, CancellationToken cancellationToken)
    {
        var target = new CompressedBody(body);
        Stream compressed = target.Compress(compression);
        await using (compressed.ConfigureAwait(false))
        {
            try
            {
                await rows.WriteAsync(new StreamSink(compressed, rows.Options), cancellationToken).ConfigureAwait(false);
            }
            catch
            {
                target._hasFailed = true;
                throw;
            }
        }
    }

    public static void Write(Stream body, JsonRowCompression compression, RowBody rows)
    {
        var target = new CompressedBody(body);
        using Stream compressed = target.Compress(compression);
        try
        {
            rows.WriteTo(compressed);
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
        if (!_hasFailed) body.Write(buffer);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        _hasFailed ? default : body.WriteAsync(buffer, cancellationToken);

    public override void Flush() => body.Flush();

    public override Task FlushAsync(CancellationToken cancellationToken) => body.FlushAsync(cancellationToken);

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private Stream Compress(JsonRowCompression compression) => compression == JsonRowCompression.Gzip
        ? new GZipStream(this, CompressionLevel.Fastest)
        : new BrotliStream(this, CompressionLevel.Fastest);
}
