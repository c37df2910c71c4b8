namespace RowJson;

// What most sinks have in common: a receiver that takes bytes and adds nothing to them.
internal abstract class RowSink : IRowSink
{
    public abstract object Receiver { get; }

    public abstract IBufferWriter<byte> Buffer { get; }

    public virtual bool HasReader => false;

    public virtual bool IsCancelled => false;

    public string? Remains { get; init; }

    public virtual RowContext ContextFor(JsonRowOptions options) => options.Context;

    public virtual void Open(RowEncoder encoder, in RowOutline outline) => encoder.Open(Buffer, Receiver, outline);

    public abstract void Send();

    public virtual void Flush() => Send();

    public virtual ValueTask<bool> SendAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    public abstract ValueTask<bool> DrainAsync(CancellationToken cancellationToken);

    public virtual ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => DrainAsync(cancellationToken);

    public virtual async ValueTask SaveAsync(CancellationToken cancellationToken) =>
        await DrainAsync(cancellationToken).ConfigureAwait(false);

    public virtual void Complete()
    {
    }

    public abstract void Dispose();

    public virtual ValueTask DisposeAsync()
    {
        Dispose();
        return default;
    }
}
