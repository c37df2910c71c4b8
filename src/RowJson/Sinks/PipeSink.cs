using System.IO.Pipelines;

namespace RowJson;

// A pipe: rows are encoded into its own memory, and its back-pressure is waited for after each batch. It cannot be flushed without waiting:
// what a synchronous call has written leaves with the next asynchronous flush.
internal sealed class PipeSink(PipeWriter utf8Json) : IRowSink
{
    private readonly PipeWriter _writer = utf8Json ?? throw new ArgumentNullException(nameof(utf8Json));
    private bool _hasFlushed;

    public object Receiver => _writer;

    public bool HasReader => true;

    public bool IsCancelled { get; private set; }

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => encoder.Open(_writer, Receiver, sourceInfo);

    public ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        _hasFlushed = true;
        ValueTask<FlushResult> flush = _writer.FlushAsync(cancellationToken);
        return flush.IsCompletedSuccessfully ? new ValueTask<bool>(IsRead(flush.Result)) : IsReadAsync(flush);
    }

    // The state machine is pooled: waiting for a flush allocates nothing per batch. The result is awaited once, as pooling requires.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> IsReadAsync(ValueTask<FlushResult> flush) => IsRead(await flush.ConfigureAwait(false));

    private bool IsRead(FlushResult result)
    {
        IsCancelled = result.IsCanceled;
        if (IsCancelled) throw new OperationCanceledException("The flush of the PipeWriter was cancelled (CancelPendingFlush).");
        return !result.IsCompleted;
    }

    // Before the first flush, the owner of the pipe can still withhold the rows: a service that has sent nothing can answer with an error.
    public async ValueTask SaveAsync(CancellationToken cancellationToken)
    {
        if (_hasFlushed) await DrainAsync(cancellationToken).ConfigureAwait(false);
    }
}
