namespace RowJson;

// Which bytes of a vector need escaping, by vector level.
// ASCII is a table of 8 rows (the upper nibble of a byte) and 16 columns (the lower nibble). One vector has for each column a bit for every
// row that needs escaping, the other has for each row its bit. With the default encoder:
//     byte                            a = 0x61    " = 0x22    > = 0x3E
//     _escapeLow[lower nibble]        00000011    00000111    00001011    columns 1, 2, E: rows 0 and 1 are control characters
//     _escapeHigh[upper nibble]       01000000    00000100    00001000    rows 6, 2, 3
//     both: not 0 if escaped          00000000    00000100    00001000
// The shuffles give 0, or anything, for bytes of 0x80 and above: these need a test of their own, by their highest bit.
internal sealed partial class EscapeTable
{
    public const int NibbleCount = 16;

    // A byte for each of eight rows with the row's bit: 01 02 04 … 80.
    public const ulong RowBits = 0x8040_2010_0804_0201;

    // One table of 16 bytes for each 128-bit lane, as the shuffles want it.
    private readonly VectorBytes64 _escapeLow;
    private readonly VectorBytes64 _escapeHigh =
        VectorBytes64.Of(MemoryMarshal.AsBytes<ulong>([RowBits, 0, RowBits, 0, RowBits, 0, RowBits, 0]));

    // Marks the bytes that are not simply copied (see NeedsEscaping): one of their bits is set. If none is, the whole vector is copied.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector128<byte> NeedsEscaping(Vector128<byte> text)
    {
        Vector128<byte> high = ByteShuffle.Select(_escapeHigh.Lower128, (text.AsUInt16() >>> 4).AsByte() & Vector128.Create((byte)0x0F));
        Vector128<byte> low = ByteShuffle.Select(_escapeLow.Lower128, text & Vector128.Create((byte)0x0F));
        return (high & low) | (text & Vector128.Create((byte)0x80));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector256<byte> NeedsEscaping(Vector256<byte> text)
    {
        Vector256<byte> high = Avx2.Shuffle(_escapeHigh.Lower256, (text.AsUInt16() >>> 4).AsByte() & Vector256.Create((byte)0x0F));
        return (high & Avx2.Shuffle(_escapeLow.Lower256, text)) | (text & Vector256.Create((byte)0x80));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> NeedsEscaping(Vector512<byte> text)
    {
        Vector512<byte> high = Avx512BW.Shuffle(_escapeHigh.Vector512, (text.AsUInt16() >>> 4).AsByte() & Vector512.Create((byte)0x0F));
        return (high & Avx512BW.Shuffle(_escapeLow.Vector512, text)) | (text & Vector512.Create((byte)0x80));
    }

    // For each column, in each lane, the rows of the bytes that are sought. An array, because this runs in the first call of a process: a
    // method with a loop and memory on the stack is compiled with all optimisations at once, which takes 20 times as long.
    public static VectorBytes64 ColumnsOf(Func<byte, bool> isSought)
    {
        var columns = new byte[VectorBytes64.Length];
        for (int c = 0; c < AsciiCount; c++)
        {
            if (!isSought((byte)c)) continue;
            for (int i = c % NibbleCount; i < columns.Length; i += NibbleCount) columns[i] |= (byte)(1 << (c / NibbleCount));
        }
        return VectorBytes64.Of(columns);
    }
}
