namespace RowJson;

internal sealed partial class JsonTextStrings
{
    // Characters decoded at a time: as many code units as a vector of 128 bits has.
    private const int Eight = 8;

    // Where the fifth of eight sequences of three bytes begins.
    private const int FifthOffset = 4 * 3;

    private const int VectorLength = 16;

    // Bytes read for eight sequences of three bytes: the last vector begins at the fifth, 12 + 16 = 28.
    private const int ReadForEight = FifthOffset + VectorLength;

    // Null until text outside ASCII has been met, and for encoders that escape all of it.
    public AllowedPages? AllowedPages { get; private set; }

    // Rewrites the characters outside ASCII at the cursor, at least one. Returns false when the copy stops.
    private bool RewriteNonAscii(ref JsonTextCursor cursor)
    {
        if (AllowedPages is null && !escapes.EscapesAllNonAscii) AllowedPages = escapes.AllowedPages;
        if (RewriteEights(ref cursor)) return true;

        // Ill-formed UTF-8 is rare, and has its own rules for U+FFFD: it is left to the writer.
        if (Rune.DecodeFromUtf8(cursor.Ahead, out Rune rune, out int length) != OperationStatus.Done)
            return cursor.Stop(CopyStatus.Fallback);
        return WriteScalar(ref cursor, rune, length);
    }

    // Rewrites runs of two-byte and three-byte sequences eight at a time, while there is room to read and write for eight. Returns false
    // when something else is at the cursor.
    private bool RewriteEights(ref JsonTextCursor cursor)
    {
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        bool escapesAll = escapes.EscapesAllNonAscii;
        bool hex = escapes.WritesHexEscapes;
        int lastRead = cursor.Length - ReadForEight;
        int lastWritten = cursor.Limit - HexEscapes.LengthOf8;
        ref byte source = ref cursor.Source;
        ref byte destination = ref cursor.Destination;
        int read = cursor.Read;
        int written = cursor.Written;

        while (read <= lastRead && written <= lastWritten)
        {
            ref byte text = ref Unsafe.Add(ref source, read);
            if (text < 0x80) break;
            int size = text >= 0xE0 ? 3 : 2;
            int count = DecodeRun(ref text, run: Eight * 3, out Vector128<ushort> units, out _);
            if (count == 0) break;

            // Counts the leading well-formed ones that are copied, or escaped, like the first:
            //   copied     1 1 1 . 1 1 1 1     3 are copied; the fourth begins the next step
            uint copied = escapesAll ? 0 : StringEncoder.Allowed8(units, ref allowedBmp);
            bool copies = (copied & 1) != 0;
            count = Math.Min(count, BitOperations.TrailingZeroCount(copies ? ~copied : copied));
            if (copies)
            {
                // 8 × 3 bytes as 16 + 8; what is after the count is overwritten later.
                Vector128.LoadUnsafe(ref text).StoreUnsafe(ref destination, (nuint)written);
                Vector64.LoadUnsafe(ref text, VectorLength).StoreUnsafe(ref destination, (nuint)written + VectorLength);
            }
            else if (hex) HexEscapes.Write8(units, ref Unsafe.Add(ref destination, written));
            else break;

            // All eight is the usual case: if the branch is predicted, the next place is known without waiting for these masks.
            if (count == Eight)
            {
                read += Eight * size;
                written += copies ? Eight * size : Eight * HexEscapes.Length;
                continue;
            }
            read += count * size;
            written += copies ? count * size : count * HexEscapes.Length;
        }

        Debug.Assert(read <= cursor.Length && written <= cursor.Limit);
        bool isDone = read > cursor.Read;
        cursor.Read = read;
        cursor.Written = written;
        return isDone;
    }

    // Decodes eight sequences of three bytes. Bit n of good (of eight) says that sequence n is well-formed: lead byte, two continuation
    // bytes, not overlong, no surrogate. One sequence a lane of 32 bits, its last byte lowest:
    //     bytes                  E4       B8       AD
    //     lane      00000000 1110aaaa 10bbbbcc 10dddddd
    //     fixed bits         1111.... 11...... 11......      have to be 1110, 10, 10
    //     unit                        aaaabbbb ccdddddd      by shifts of 4 (aaaa), 2 (bbbbcc) and 0
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> DecodeThreeByteSequences(ref byte text, out uint good)
    {
        const byte None = 0xFF; // selects zero
        Vector128<byte> toLanes = Vector128.Create(2, 1, 0, None, 5, 4, 3, None, 8, 7, 6, None, 11, 10, 9, None);
        Vector128<uint> first = ByteShuffle.Select(Vector128.LoadUnsafe(ref text), toLanes).AsUInt32();
        Vector128<uint> second = ByteShuffle.Select(Vector128.LoadUnsafe(ref text, FifthOffset), toLanes).AsUInt32();

        Vector128<ushort> units = Vector128.Narrow(ThreeByteUnits(first), ThreeByteUnits(second));
        Vector128<uint> fixedBits = Vector128.Create(0x00F0_C0C0u);
        Vector128<uint> expected = Vector128.Create(0x00E0_8080u);
        Vector128<ushort> wellFormed = Vector128.Narrow(
            Vector128.Equals(first & fixedBits, expected), Vector128.Equals(second & fixedBits, expected));

        // Below 0x800 two bytes would do; 0xD800 to 0xDFFF are surrogates: the five highest bits show both.
        Vector128<ushort> highest = units & Vector128.Create((ushort)0xF800);
        Vector128<ushort> bad = Vector128.Equals(highest, Vector128<ushort>.Zero)
            | Vector128.Equals(highest, Vector128.Create((ushort)0xD800));
        good = Vector128.AndNot(wellFormed, bad).ExtractMostSignificantBits();
        return units;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> ThreeByteUnits(Vector128<uint> lanes) =>
        ((lanes >>> 4) & Vector128.Create(0xF000u)) | ((lanes >>> 2) & Vector128.Create(0x0FC0u)) | (lanes & Vector128.Create(0x3Fu));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> DecodeTwoByteSequences(ref byte text, out uint good)
    {
        // 110aaaaa 10bbbbbb, the lead byte lowest.
        Vector128<ushort> lanes = Vector128.LoadUnsafe(ref text).AsUInt16();
        Vector128<ushort> units = ((lanes & Vector128.Create((ushort)0x1F)) << 6) | ((lanes >>> 8) & Vector128.Create((ushort)0x3F));
        Vector128<ushort> wellFormed = Vector128.Equals(lanes & Vector128.Create((ushort)0xC0E0), Vector128.Create((ushort)0x80C0));

        // Below 0x80 one byte would do.
        Vector128<ushort> overlong = Vector128.Equals(units & Vector128.Create((ushort)0xFF80), Vector128<ushort>.Zero);
        good = Vector128.AndNot(wellFormed, overlong).ExtractMostSignificantBits();
        return units;
    }
}
