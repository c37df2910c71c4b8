namespace RowJson;

// An output that is wanted as one value, such as a string: it is made of the encoder's own buffer, which short outputs need not rent.
internal sealed class WholeSink<T>(Func<ReadOnlySpan<byte>, T> read) : IRowSink
{
    private PooledBufferWriter? _buffer;

    // The output, once it is complete.
    public T Result { get; private set; } = default!;

    public object Receiver => this;

    public IBufferWriter<byte> Buffer => _buffer!;

    public void Open(RowEncoder encoder, in RowOutline outline)
    {
        _buffer = encoder.OwnBuffer;
        encoder.Open(_buffer, Receiver, outline);
    }

    public void Send()
    {
    }

    public ValueTask<bool> DrainAsync(CancellationToken cancellationToken) => new(true);

    public void Complete() => Result = read(_buffer!.WrittenSpan);

    // The buffer is the encoder's.
    public void Dispose()
    {
    }
}
