namespace RowJson;

// Plain text in 128-bit blocks: 16 characters. Each method that narrows a short string returns whether nothing in it needs escaping.
internal static unsafe partial class StringEncoder
{
    // Code units of a 128-bit vector, before they are narrowed.
    private const int Units128 = 8;

    private const int BitsPerUnit = 8 * sizeof(char);

    // A short string as two blocks of 16 that overlap.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow16To32(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length is >= Block128 and <= 2 * Block128);
        ushort* tail = source + length - Block128;
        Vector128<byte> first = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + Units128));
        Vector128<byte> last = Vector128.NarrowWithSaturation(Vector128.Load(tail), Vector128.Load(tail + Units128));
        first.StoreUnsafe(ref text);
        last.StoreUnsafe(ref text, (nuint)(length - Block128));
        return (escapes.NeedsEscaping(first) | escapes.NeedsEscaping(last)) == Vector128<byte>.Zero;
    }

    // A short string as two blocks of 8 that overlap, tested as one vector.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Narrow8To15(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length is >= Units128 and < Block128);
        Vector128<byte> both = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + length - Units128));
        Unsafe.WriteUnaligned(ref text, both.AsUInt64().ToScalar());
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref text, length - Units128), both.AsUInt64().GetElement(1));
        return escapes.NeedsEscaping(both) == Vector128<byte>.Zero;
    }

    // A string of up to 7 characters, gathered into one vector by overlapping loads.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool NarrowTo7(ushort* source, int length, ref byte text, EscapeTable escapes)
    {
        Debug.Assert(length < Units128);
        Vector128<ushort> units = LoadTo7(source, length, ' ');
        Vector128<byte> narrowed = Vector128.NarrowWithSaturation(units, units);
        Unsafe.WriteUnaligned(ref text, narrowed.AsUInt64().ToScalar());
        return escapes.NeedsEscaping(narrowed) == Vector128<byte>.Zero;
    }

    // Loads up to 7 code units without reading beyond them; filler is in the other places. Four units or more take two loads of four. The
    // second one is shifted over the units that both hold (shared), and the filler takes the places that become free:
    //     units                    a b c d e f          length 6, shared 8 - 6 = 2
    //     first                    a b c d
    //     last                         c d e f
    //     last, shifted            e f . .              by 2 units
    //     filling, shifted         . . _ _              by 4 - 2 units
    //     result                   a b c d e f _ _
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> LoadTo7(ushort* source, int length, char filler)
    {
        const int UnitsPerWord = sizeof(ulong) / sizeof(char);
        const int BitsPerWord = 8 * sizeof(ulong);
        Debug.Assert(length < Units128);
        ulong filling = filler * 0x0001_0001_0001_0001UL;
        if (length >= UnitsPerWord)
        {
            ulong first = *(ulong*)source;
            ulong last = *(ulong*)(source + length - UnitsPerWord);
            int shared = 2 * UnitsPerWord - length;

            // A shift by all bits of a word would be a shift by none.
            ulong rest = length == UnitsPerWord ? filling
                : (last >> (BitsPerUnit * shared)) | (filling << (BitsPerWord - BitsPerUnit * shared));
            return Vector128.Create(first, rest).AsUInt16();
        }
        ulong units = filling;
        if (length > 0)
        {
            // First, middle and last: a single unit is loaded three times, the last of 2 twice, and each of 3 once.
            int middle = length >> 1;
            int last = length - 1;
            units = source[0] | ((ulong)source[middle] << (BitsPerUnit * middle)) | ((ulong)source[last] << (BitsPerUnit * last))
                | (filling << (BitsPerUnit * length));
        }
        return Vector128.Create(units, filling).AsUInt16();
    }

    // Narrows up to 16 code units. Fewer units are the last of the string, and the load then steps back over units already done, which are
    // shifted out. before: how many of these there are.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadNarrow16(ushort* source, int count, int before)
    {
        Debug.Assert(count is >= 1 and <= Block128);
        if (count == Block128) return Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + Units128));
        if (count >= Units128)
        {
            // The last 8 overlap the first 8 by 16 - count bytes.
            Vector128<byte> both = Vector128.NarrowWithSaturation(Vector128.Load(source), Vector128.Load(source + count - Units128));
            ulong last = both.AsUInt64().GetElement(1);
            ulong upper = count == Units128 ? 0 : last >> (8 * (Block128 - count));
            return Vector128.Create(both.AsUInt64().ToScalar(), upper).AsByte();
        }
        if (before + count < Units128)
        {
            Vector128<ushort> units = LoadTo7(source, count, ' ');
            return Vector128.NarrowWithSaturation(units, units);
        }
        Vector128<ushort> end = Vector128.Load(source + count - Units128);
        ulong shifted = Vector128.NarrowWithSaturation(end, end).AsUInt64().ToScalar() >> (8 * (Units128 - count));
        return Vector128.CreateScalar(shifted).AsByte();
    }
}
