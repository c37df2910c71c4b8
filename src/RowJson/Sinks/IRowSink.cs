using System.Buffers;

namespace RowJson;

/// <summary>Where complete rows go: memory to write them into, and a way to send it on.</summary>
/// <remarks>
/// Of three ways to send, each goes one step further: begun, arrived at the receiver, and through the receiver's own buffers.
/// </remarks>
internal interface IRowSink : IDisposable, IAsyncDisposable
{
    /// <summary>What the caller wants written to: while rows are encoded for it, nothing else may be.</summary>
    object Receiver { get; }

    /// <summary>Memory for rows.</summary>
    IBufferWriter<byte> Buffer { get; }

    /// <summary>Its reader can leave, which a flush shows even if there is nothing to send.</summary>
    bool HasReader { get; }

    /// <summary>
    /// A flush was cancelled at the sink itself, without a token: the exception that it ended in is a cancellation of the write.
    /// </summary>
    bool IsCancelled { get; }

    /// <summary>A sentence on what a failure leaves behind; null where that is what the receiver has taken.</summary>
    string? Remains { get; }

    /// <summary>The context of the encoder that writes here.</summary>
    RowContext ContextFor(JsonRowOptions options);

    /// <summary>Begins an output: what comes before rows, and the encoder.</summary>
    void Open(RowEncoder encoder, in RowOutline outline);

    /// <summary>Sends what the buffer holds to the receiver.</summary>
    void Send();

    /// <summary>Sends what the buffer holds, and flushes the receiver.</summary>
    void Flush();

    /// <summary>
    /// Sends what the buffer holds, and may leave it on its way: rows can be encoded meanwhile. The next call reports how that ended, so
    /// the last one must be another. False if nobody reads any more.
    /// </summary>
    ValueTask<bool> SendAsync(CancellationToken cancellationToken);

    /// <summary>Sends what the buffer holds, and waits until the receiver has it.</summary>
    ValueTask<bool> DrainAsync(CancellationToken cancellationToken);

    /// <summary>Sends what the buffer holds, and flushes the receiver.</summary>
    ValueTask<bool> FlushAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Sends the complete rows before a failure. A receiver that keeps what it is given until it is flushed has them already, and leaves
    /// it to its owner whether they leave.
    /// </summary>
    ValueTask SaveAsync(CancellationToken cancellationToken);

    /// <summary>Ends an output whose frame is closed and sent: what comes after rows in the receiver.</summary>
    void Complete();
}
