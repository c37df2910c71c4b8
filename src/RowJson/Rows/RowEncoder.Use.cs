namespace RowJson;

// An encoder is used by one write at a time, and by one thread of it at a time.
internal sealed partial class RowEncoder
{
    private PooledBufferWriter? _ownBuffer;

    private bool _isInUse;

    private bool _isAtWork;

    public object? Receiver { get; private set; }

    public RowEncoder? Outer { get; private set; }

    // For batches, where the sink has no buffer. Empty between two uses.
    public PooledBufferWriter OwnBuffer => _ownBuffer ??= PooledBufferWriter.ForUses(_options);

    public RowEncoder BeginUse()
    {
        if (_isInUse) throw new InvalidOperationException("The RowEncoder is used by another write.");
        _isInUse = true;
        return this;
    }

    public void EndUse()
    {
        if (!_isInUse) throw new InvalidOperationException("The RowEncoder has been returned before. Return what is rented once.");
        _isInUse = false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void BeginWork(RowEncoder? outer)
    {
        // Positions in the row under way would be stale afterwards.
        if (_isAtWork) ThrowAtWork();
        _isAtWork = true;
        if (outer is not null) Outer = outer;
    }

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
