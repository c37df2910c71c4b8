namespace RowJson;

// Names whose length is a constant of the code that writes them, which was compiled for their column.
internal abstract partial class CellEncoder
{
    // In the place of a name's length: it is not known where the code is compiled.
    public const int AnyLength = 0;

    // Writes ,"name": and leaves room for a scalar after it. Of a constant length the room is a constant as well, and of most names there
    // is nothing to be done but one store.
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

    // Writes a cell's name, whose length is a constant, and leaves room for a scalar after it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name, int length)
    {
        WriteName(ref position, name, length);
        return position;
    }

    // The room of a name of this length: whole vectors.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int RoomOf(int length) => (length + EncodedName.HeadLength - 1) / EncodedName.HeadLength * EncodedName.HeadLength;

    // Out of line: code that is compiled for columns has a copy of all that is inlined for each of them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CopyLongTail(EncodedName name, ref byte destination) => CopyTail(name, ref destination);
}
