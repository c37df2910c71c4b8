namespace RowJson;

// A buffer of the caller's: complete rows are in it as soon as they are committed, and nothing is left to send.
// A struct, so that a small write into a buffer allocates nothing for it.
internal readonly struct BufferWriterSink : IRowSink
{
    public BufferWriterSink(IBufferWriter<byte> bufferWriter)
    {
        ArgumentNullException.ThrowIfNull(bufferWriter);
        Buffer = bufferWriter;
    }

    public IBufferWriter<byte> Buffer { get; }

    public object Receiver => Buffer;

    public bool HasReader => false;

    public bool IsCancelled => false;

    public string? Remains => null;

    public RowContext ContextFor(JsonRowOptions options) => options.Context;

    public void Open(RowEncoder encoder, in RowOutline outline) => encoder.Open(Buffer, Receiver, outline);

    public void Send()
    {
    }

    public void Flush()
    {
    }

    public ValueTask<bool> SendAsync(CancellationToken cancellationToken) => new(true);

    public ValueTask<bool> DrainAsync(CancellationToken cancellationToken) => new(true);

    public ValueTask<bool> FlushAsync(CancellationToken cancellationToken) => new(true);

    public ValueTask SaveAsync(CancellationToken cancellationToken) => default;

    public void Complete()
    {
    }

    public void Dispose()
    {
    }

    public ValueTask DisposeAsync() => default;
}
