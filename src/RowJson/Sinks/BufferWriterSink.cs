namespace RowJson;

// The caller's buffer: committed rows are in it, so there is nothing to send.
// A struct, so that a small write allocates nothing. A default method of the interface would box it: those that a write calls are here.
internal readonly struct BufferWriterSink(IBufferWriter<byte> bufferWriter) : IRowSink
{
    private readonly IBufferWriter<byte> _buffer = bufferWriter ?? throw new ArgumentNullException(nameof(bufferWriter));

    public object Receiver => _buffer;

    public RowContext ContextFor(JsonRowOptions options) => options.Context;

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => encoder.Open(_buffer, Receiver, sourceInfo);

    public void Send()
    {
    }

    public void Complete()
    {
    }
}

// Makes one value, such as a string, of the whole output, which is in the encoder's own buffer: nothing is rented for a short output.
internal sealed class WholeSink<T>(Func<ReadOnlySpan<byte>, T> read) : IRowSink
{
    private PooledBufferWriter? _buffer;

    // The output, once it is complete.
    public T Result { get; private set; } = default!;

    public object Receiver => this;

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => encoder.Open(_buffer = encoder.OwnBuffer, Receiver, sourceInfo);

    public void Complete() => Result = read(_buffer!.WrittenSpan);
}
