namespace RowJson;

// A buffer of the caller's: complete rows are in it as soon as they are committed, and nothing is left to send.
// A struct, so that a small write into a buffer allocates nothing for it: what a synchronous write calls is here, because the defaults of
// the interface would box it.
internal readonly struct BufferWriterSink(IBufferWriter<byte> bufferWriter) : IRowSink
{
    public IBufferWriter<byte> Buffer { get; } = bufferWriter ?? throw new ArgumentNullException(nameof(bufferWriter));

    public object Receiver => Buffer;

    public RowContext ContextFor(JsonRowOptions options) => options.Context;

    public void Open(RowEncoder encoder, in RowOutline outline) => encoder.Open(Buffer, Receiver, outline);

    public void Send()
    {
    }

    public ValueTask<bool> DrainAsync(CancellationToken cancellationToken) => new(true);

    public void Complete()
    {
    }

    public void Dispose()
    {
    }
}
