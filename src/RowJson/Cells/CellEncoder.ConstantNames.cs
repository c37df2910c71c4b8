using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>Names whose length is a constant of the code that writes them, which was compiled for their column.</content>
internal abstract partial class CellEncoder
{
    /// <summary>In the place of a name's length: it is not known where the code is compiled.</summary>
    public const int AnyLength = 0;

    /// <summary>
    /// Writes <c>,"name":</c> and leaves room for a scalar after it. Of a constant <paramref name="length"/> the room is a constant as
    /// well, and of most names there is nothing to be done but one store.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte WriteName(ref int position, EncodedName name, int length)
    {
        if (length == AnyLength) return ref WriteName(ref position, name);
        Debug.Assert(length == name.Length && RoomOf(length) == name.Room);
        int room = RoomOf(length) + ScalarRoom;
        position = _output.Reserve(position, room);
        ref byte destination = ref _output.At(position, room);
        Unsafe.WriteUnaligned(ref destination, name.Head);
        if (length > EncodedName.HeadLength) CopyLongTail(name, ref Unsafe.Add(ref destination, EncodedName.HeadLength));
        position += length;
        return ref Unsafe.Add(ref destination, length);
    }

    /// <summary>Writes a cell's name, whose length is a constant, and leaves room for a scalar after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name, int length)
    {
        WriteName(ref position, name, length);
        return position;
    }

    /// <summary>The room of a name of this length: whole vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int RoomOf(int length) => (length + EncodedName.HeadLength - 1) / EncodedName.HeadLength * EncodedName.HeadLength;

    /// <summary>Out of line: code that is compiled for columns has a copy of all that is inlined for each of them.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CopyLongTail(EncodedName name, ref byte destination) => CopyTail(name, ref destination);
}
