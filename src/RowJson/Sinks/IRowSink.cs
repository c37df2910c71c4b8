namespace RowJson;

// Takes complete rows: provides memory to write them into, and sends it. SendAsync may leave the write pending, DrainAsync waits until the
// receiver has everything, and FlushAsync also flushes the receiver's own buffers.
internal interface IRowSink : IDisposable, IAsyncDisposable
{
    // The object that the caller writes to. While rows are encoded for it, no others may be.
    object Receiver { get; }

    // The receiver has a reader that may complete early; a flush shows this even if there is nothing to send.
    bool HasReader => false;

    // A flush was cancelled at the receiver itself, without a token: its exception is a cancellation of the write.
    bool IsCancelled => false;

    // A sentence that says what is left of the output after a failure; null if that is what the receiver has taken.
    string? Remains => null;

    RowContext ContextFor(JsonRowOptions options) => options.Context;

    // Begins an output in the receiver, and opens the encoder.
    void Open(RowEncoder encoder, in SourceInfo sourceInfo);

    // Sends what the buffer holds to the receiver. If the buffer is the receiver's own memory, there is nothing to do.
    void Send()
    {
    }

    // Sends what the buffer holds, and flushes the receiver.
    void Flush() => Send();

    // Sends what the buffer holds. May return while the write is pending, so that rows can be encoded meanwhile. The next call throws if
    // that write fails, so the last call must be DrainAsync or FlushAsync. False if the reader has completed.
    ValueTask<bool> SendAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    // Sends what the buffer holds, and waits until the receiver has it. A receiver in memory has it at once.
    ValueTask<bool> DrainAsync(CancellationToken cancellationToken)
    {
        Send();
        return new ValueTask<bool>(true);
    }

    ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    // Ends what the sink makes of the output, such as compressed data, once the last batch is sent.
    ValueTask<bool> EndAsync(ValueTask<bool> last) => last;

    // Sends the complete rows before a failure, unless the owner of the receiver can still withhold them: then the owner decides.
    async ValueTask SaveAsync(CancellationToken cancellationToken) => await DrainAsync(cancellationToken).ConfigureAwait(false);

    // Ends an output that has been sent: writes what comes after the rows in the receiver, and does what EndAsync has not done.
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
