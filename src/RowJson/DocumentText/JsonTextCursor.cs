namespace RowJson;

// The position of a copy of JSON text: in its source, in its destination, and in the structure of the text.
internal ref struct JsonTextCursor
{
    public JsonTextCursor(ReadOnlySpan<byte> source, Span<byte> destination, in CopyState state)
    {
        Source = ref MemoryMarshal.GetReference(source);
        Length = source.Length;
        Destination = ref MemoryMarshal.GetReference(destination);
        Limit = destination.Length;
        Depth = state.Depth;
        InString = state.InString ? ulong.MaxValue : 0;
        HoldsComma = state.HoldsComma;
    }

    // The same place in a destination and in the structure, but another source.
    public JsonTextCursor(ReadOnlySpan<byte> source, in JsonTextCursor cursor)
    {
        this = cursor;
        Source = ref MemoryMarshal.GetReference(source);
        Length = source.Length;
        Read = 0;
    }

    public readonly ref byte Source;
    public readonly ref byte Destination;

    public readonly int Length;

    public readonly int Limit;

    public int Read;

    public int Written;

    public int Depth;

    // All ones within a string, else zero: what a block's string mask is flipped by.
    public ulong InString;

    public bool HoldsComma;

    // Why the copy stopped; valid once a step has returned false.
    public CopyStatus Status;

    public readonly int Rest => Length - Read;

    public readonly int Room => Limit - Written;

    // The byte of the source that is offset ahead.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte Peek(int offset = 0)
    {
        Debug.Assert(offset >= 0 && Read + offset < Length);
        return Unsafe.Add(ref Source, Read + offset);
    }

    public readonly ReadOnlySpan<byte> Ahead => MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Source, Read), Rest);

    public readonly Span<byte> Free => MemoryMarshal.CreateSpan(ref Unsafe.Add(ref Destination, Written), Room);

    // Whether the last byte written is a comma. Outside of strings that is a comma between values, and it trails if a closing bracket
    // follows. (The last byte of text within a string does not matter: a quote comes before any bracket.)
    public readonly bool EndsWithComma => Written > 0 && Unsafe.Add(ref Destination, Written - 1) == ',';

    public bool Stop(CopyStatus status)
    {
        Status = status;
        return false;
    }
}
