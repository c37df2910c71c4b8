namespace RowJson;

// Marks an encoder as the one at work on this thread while the user's code may run inside it: a getter, a converter, a sequence, a sink.
// That code must not write to the same receiver, whose memory the encoder holds. The encoders form a chain, the innermost first: rows may
// be written to another receiver from inside a row. Nothing may be awaited inside, because the continuation could run on another thread.
internal readonly ref struct EncodingScope
{
    [ThreadStatic]
    private static RowEncoder? _innermost;

    private readonly ref RowEncoder? _slot;

    private readonly RowEncoder? _entered;

    public EncodingScope(RowEncoder encoder)
        : this(encoder, ref _innermost)
    {
    }

    // innermost: the result of RefuseNested on this thread: finding it takes as long as writing a number.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public EncodingScope(RowEncoder encoder, ref RowEncoder? innermost)
    {
        _slot = ref innermost;
        RowEncoder? outer = _slot;
        if (ReferenceEquals(outer, encoder)) return;
        encoder.BeginWork(outer);
        _slot = encoder;
        _entered = encoder;
    }

    // Throws if an encoder is at work on this thread for the same receiver.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref RowEncoder? RefuseNested(object receiver)
    {
        ref RowEncoder? innermost = ref _innermost;
        if (innermost is not null) RefuseNested(innermost, receiver);
        return ref innermost;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        if (_entered is not null) _slot = _entered.EndWork();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RefuseNested(RowEncoder innermost, object receiver)
    {
        for (RowEncoder? encoder = innermost; encoder is not null; encoder = encoder.Outer)
            if (ReferenceEquals(encoder.Receiver, receiver)) throw new InvalidOperationException(WriteConflict.NestedWrite);
    }
}
