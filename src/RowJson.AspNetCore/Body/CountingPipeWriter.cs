using System.IO.Pipelines;

namespace RowJson.AspNetCore;

/// <summary>The body's writer, with a count of what it has been given: what has begun cannot become another answer.</summary>
internal sealed class CountingPipeWriter(PipeWriter inner) : PipeWriter
{
    /// <summary>The bytes written, flushed or not.</summary>
    public long BytesWritten { get; private set; }

    /// <summary>Some of them may have left: even where the response has not started, a compressor may hold them.</summary>
    public bool HasBegun { get; private set; }

    public override bool CanGetUnflushedBytes => inner.CanGetUnflushedBytes;

    public override long UnflushedBytes => inner.UnflushedBytes;

    public override void Advance(int bytes)
    {
        inner.Advance(bytes);
        BytesWritten += bytes;
    }

    public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => inner.GetSpan(sizeHint);

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        HasBegun |= BytesWritten > 0;
        return inner.FlushAsync(cancellationToken);
    }

    public override void CancelPendingFlush() => inner.CancelPendingFlush();

    /// <summary>The server completes the body.</summary>
    public override void Complete(Exception? exception = null)
    {
    }
}
