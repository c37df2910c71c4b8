using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>The position of a copy of JSON text: in its source, in its destination, and in the structure of the text.</summary>
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

    public readonly ref byte Source;
    public readonly ref byte Destination;

    /// <summary>Bytes of the source.</summary>
    public readonly int Length;

    /// <summary>Bytes of the destination.</summary>
    public readonly int Limit;

    /// <summary>Bytes of the source that are done with.</summary>
    public int Read;

    /// <summary>Bytes of the destination that are written.</summary>
    public int Written;

    /// <summary>Brackets open.</summary>
    public int Depth;

    /// <summary>All ones within a string, else zero: what the first bit of a block's string mask is flipped by.</summary>
    public ulong InString;

    /// <inheritdoc cref="CopyState.HoldsComma"/>
    public bool HoldsComma;

    /// <summary>Why the copy stopped; valid once a step has returned false.</summary>
    public CopyStatus Status;

    public readonly int Rest => Length - Read;

    public readonly int Room => Limit - Written;

    /// <summary>The byte of the source that is <paramref name="offset"/> ahead.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte Peek(int offset = 0)
    {
        Debug.Assert(offset >= 0 && Read + offset < Length);
        return Unsafe.Add(ref Source, Read + offset);
    }

    /// <summary>What of the source is ahead.</summary>
    public readonly ReadOnlySpan<byte> Ahead => MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref Source, Read), Rest);

    /// <summary>What of the destination is free.</summary>
    public readonly Span<byte> Free => MemoryMarshal.CreateSpan(ref Unsafe.Add(ref Destination, Written), Room);

    /// <summary>
    /// Whether the last byte written is a comma. Outside of strings that is a comma between values, and it trails if a closing bracket
    /// follows. (The last byte of text within a string does not matter: a quote comes before any bracket.)
    /// </summary>
    public readonly bool EndsWithComma => Written > 0 && Unsafe.Add(ref Destination, Written - 1) == ',';

    /// <summary>Stops the copy.</summary>
    public bool Stop(CopyStatus status)
    {
        Status = status;
        return false;
    }
}
