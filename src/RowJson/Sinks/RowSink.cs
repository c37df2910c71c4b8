using System.Buffers;

namespace RowJson;

/// <summary>Where complete rows go: memory to write them into, and a way to send it off.</summary>
internal abstract class RowSink : IDisposable, IAsyncDisposable
{
    /// <summary>What the caller wants written to: while rows are encoded for it, nothing else may be.</summary>
    public abstract object Receiver { get; }

    /// <summary>Memory for rows.</summary>
    public abstract IBufferWriter<byte> Buffer { get; }

    /// <summary>Its reader can leave, which a flush tells even where there is nothing to send.</summary>
    public virtual bool HasReader => false;

    /// <summary>
    /// A flush was cancelled at the sink itself, without a token: the exception that it ended in is a cancellation of the write.
    /// </summary>
    public virtual bool IsCancelled => false;

    /// <summary>Sends what the buffer holds; <paramref name="through"/> also what the receiver itself would hold back.</summary>
    public abstract void Flush(bool through);

    /// <summary>The same without ever blocking; false where nobody reads any more.</summary>
    public abstract ValueTask<bool> FlushAsync(bool through, CancellationToken cancellationToken);

    /// <summary>
    /// Sends what the buffer holds, and may leave it on its way: rows can be encoded meanwhile. How that ended is told by the
    /// next call, and the last one is to be a flush.
    /// </summary>
    public virtual ValueTask<bool> SendAsync(CancellationToken cancellationToken) => FlushAsync(through: false, cancellationToken);

    public abstract void Dispose();

    public virtual ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }
}
