namespace RowJson;

// Where complete rows go: memory to write them into, and a way to send it on.
// Of three ways to send, each goes one step further: begun, arrived at the receiver, and through the receiver's own buffers.
internal interface IRowSink : IDisposable, IAsyncDisposable
{
    // What the caller wants written to: while rows are encoded for it, nothing else may be.
    object Receiver { get; }

    // Its reader can leave, which a flush shows even if there is nothing to send.
    bool HasReader => false;

    // A flush was cancelled at the sink itself, without a token: the exception that it ended in is a cancellation of the write.
    bool IsCancelled => false;

    // A sentence on what a failure leaves behind; null where that is what the receiver has taken.
    string? Remains => null;

    RowContext ContextFor(JsonRowOptions options) => options.Context;

    // Begins an output: what comes before rows, and the encoder.
    void Open(RowEncoder encoder, in SourceInfo sourceInfo);

    // Sends what the buffer holds to the receiver.
    void Send();

    // Sends what the buffer holds, and flushes the receiver.
    void Flush() => Send();

    // Sends what the buffer holds, and may leave it on its way: rows can be encoded meanwhile. The next call reports how that ended, so the
    // last one must be another. False if the reader has gone.
    ValueTask<bool> SendAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    // Sends what the buffer holds, and waits until the receiver has it. One in memory has it at once.
    ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        Send();
        return new ValueTask<bool>(true);
    }

    // Sends what the buffer holds, and flushes the receiver.
    ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    // Sends the complete rows before a failure. If the owner of the receiver can still withhold them, whether they leave is left to it.
    async ValueTask SaveAsync(CancellationToken cancellationToken) => await DrainAsync(cancellationToken).ConfigureAwait(false);

    // Ends an output whose frame is closed and sent: what comes after rows in the receiver.
    void Complete()
    {
    }

    void IDisposable.Dispose()
    {
    }

    ValueTask IAsyncDisposable.DisposeAsync()
    {
        Dispose();
        return default;
    }
}
