using System.IO.Pipelines;

namespace RowJson;

// A pipe: rows are encoded into its own memory, and its back-pressure is waited for after each batch.
internal sealed class PipeSink : RowSink
{
    private readonly PipeWriter _writer;
    private bool _flushIsCancelled;
    private bool _hasFlushed;

    public PipeSink(PipeWriter utf8Json)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        _writer = utf8Json;
    }

    public override object Receiver => _writer;

    public override IBufferWriter<byte> Buffer => _writer;

    public override bool HasReader => true;

    public override bool IsCancelled => _flushIsCancelled;

    // A pipe cannot be flushed without waiting; what is written leaves with the next asynchronous flush.
    public override void Send()
    {
    }

    // Pooled: a write that has to wait costs no memory for each batch. The result is awaited once, as the builder demands.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        _hasFlushed = true;
        FlushResult result = await _writer.FlushAsync(cancellationToken).ConfigureAwait(false);
        _flushIsCancelled = result.IsCanceled;
        if (_flushIsCancelled) throw new OperationCanceledException("The flush of the PipeWriter was cancelled (CancelPendingFlush).");
        return !result.IsCompleted;
    }

    // What has never been flushed, the owner of the pipe can still withhold: a service that has sent nothing answers with an error.
    public override async ValueTask SaveAsync(CancellationToken cancellationToken)
    {
        if (_hasFlushed) await DrainAsync(cancellationToken).ConfigureAwait(false);
    }

    public override void Dispose()
    {
    }
}
