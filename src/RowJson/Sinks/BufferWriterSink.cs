namespace RowJson;

// A buffer of the caller's: complete rows are in it as soon as they are committed, and nothing is left to send.
// A struct, so that a small write allocates nothing for it. The interface's defaults would box it: what a write calls is here.
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

// An output that is wanted as one value, such as a string: it is made of the encoder's own buffer, which short outputs need not rent.
internal sealed class WholeSink<T>(Func<ReadOnlySpan<byte>, T> read) : IRowSink
{
    private PooledBufferWriter? _buffer;

    // The output, once it is complete.
    public T Result { get; private set; } = default!;

    public object Receiver => this;

    public void Open(RowEncoder encoder, in SourceInfo sourceInfo) => encoder.Open(_buffer = encoder.OwnBuffer, Receiver, sourceInfo);

    public void Send()
    {
    }

    public void Complete() => Result = read(_buffer!.WrittenSpan);
}
