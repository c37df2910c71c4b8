using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace RowJson.AspNetCore;

/// <summary>The body's writer, with a count of what it has been given: what has begun cannot become another answer.</summary>
internal sealed class CountingPipeWriter(PipeWriter inner) : PipeWriter
{
    private long _bytesFlushed;

    /// <summary>The bytes written, flushed or not.</summary>
    public long BytesWritten { get; private set; }

    /// <summary>Some of them may have left: even where the response has not started, a compressor may hold them.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Nobody reads any more: what a writer then calls its end is not the end of the rows.</summary>
    public bool HasLostItsReader { get; private set; }

    public override bool CanGetUnflushedBytes => true;

    /// <summary>
    /// Our own count: a server whose client has left takes bytes and shows none, and the serializer, which flushes by this number, would
    /// read the source to its end.
    /// </summary>
    public override long UnflushedBytes => BytesWritten - _bytesFlushed;

    public override void Advance(int bytes)
    {
        inner.Advance(bytes);
        BytesWritten += bytes;
    }

    public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => inner.GetSpan(sizeHint);

    /// <summary>Sends what is written; not after the client has left, when the server may report a flush as done.</summary>
    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<FlushResult>(cancellationToken);
        _bytesFlushed = BytesWritten;
        HasBegun |= BytesWritten > 0;
        ValueTask<FlushResult> flush = inner.FlushAsync(cancellationToken);
        return flush.IsCompletedSuccessfully ? new ValueTask<FlushResult>(Noted(flush.Result)) : WaitAsync(flush);
    }

    public override void CancelPendingFlush() => inner.CancelPendingFlush();

    /// <summary>The server completes the body.</summary>
    public override void Complete(Exception? exception = null)
    {
    }

    // Pooled: a client that is waited for costs no memory for each batch.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<FlushResult> WaitAsync(ValueTask<FlushResult> flush) => Noted(await flush.ConfigureAwait(false));

    private FlushResult Noted(FlushResult result)
    {
        HasLostItsReader |= result.IsCompleted;
        return result;
    }
}
