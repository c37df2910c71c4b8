namespace RowJson;

// An output that is wanted as one value, such as a string: it is made of the encoder's own buffer, which short outputs need not rent.
internal sealed class WholeSink<T>(Func<ReadOnlySpan<byte>, T> read) : RowSink
{
    private PooledBufferWriter? _buffer;

    // The output, once it is complete.
    public T Result { get; private set; } = default!;

    public override object Receiver => this;

    public override IBufferWriter<byte> Buffer => _buffer!;

    public override void Open(RowEncoder encoder, in RowOutline outline)
    {
        _buffer = encoder.OwnBuffer;
        base.Open(encoder, outline);
    }

    public override void Send()
    {
    }

    public override ValueTask<bool> DrainAsync(CancellationToken cancellationToken) => new(true);

    public override void Complete() => Result = read(_buffer!.WrittenSpan);

    // The buffer is the encoder's.
    public override void Dispose()
    {
    }
}
