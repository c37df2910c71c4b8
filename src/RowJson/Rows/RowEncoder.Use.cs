namespace RowJson;

// Use of an encoder: by one write at a time, and by one thread of it at a time.
internal sealed partial class RowEncoder
{
    private PooledBufferWriter? _ownBuffer;

    private bool _isInUse;

    private bool _isAtWork;

    // What the rows are written to, as its owner knows it.
    public object? Receiver { get; private set; }

    // The encoder of the row inside which this one works.
    public RowEncoder? Outer { get; private set; }

    // A buffer for batches, where the sink has none. It is empty between two uses.
    public PooledBufferWriter OwnBuffer => _ownBuffer ??= PooledBufferWriter.ForUses(_options);

    // A write takes the encoder.
    public RowEncoder BeginUse()
    {
        if (_isInUse) throw new InvalidOperationException("The RowEncoder is used by another write.");
        _isInUse = true;
        return this;
    }

    // The write that has taken the encoder gives it back.
    public void EndUse()
    {
        if (!_isInUse) throw new InvalidOperationException("The RowEncoder has been returned before. Return what is rented once.");
        _isInUse = false;
    }

    // Enters the chain of EncodingScope.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginWork(RowEncoder? outer)
    {
        // Positions in the row under way would be stale afterwards.
        if (_isAtWork) ThrowAtWork();
        _isAtWork = true;
        if (outer is not null) Outer = outer;
    }

    // Leaves the chain; returns what is left of it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public RowEncoder? EndWork()
    {
        _isAtWork = false;
        RowEncoder? outer = Outer;
        if (outer is not null) Outer = null;
        return outer;
    }

    private static void ThrowAtWork() => throw new InvalidOperationException("The RowEncoder is writing a row already.");
}
