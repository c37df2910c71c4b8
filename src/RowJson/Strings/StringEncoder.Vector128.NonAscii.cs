namespace RowJson;

// Blocks of eight units with text outside ASCII, on hardware that cannot compress a vector.
internal static unsafe partial class StringEncoder
{
    private const int ThreeBytes8 = 3 * Units128;

    // Shuffles that pack four lanes of four bytes, of which 1, 2 or 3 count: 256 × 16 bytes. The number of a shuffle has a bit for each of
    // the four units that is non-ASCII, and above these a bit for each unit from U+0800 on.
    private static readonly byte[] PackingShuffles = BuildPackingShuffles();

    // 1110xxxx 10xxxxxx 10xxxxxx, eight times: 24 bytes. Touches 12 + 16 = 28.
    // The first two bytes of each unit are in one vector, the third in another; shuffles put them in order. For 中文, 4E2D and 6587:
    //     front                 E4 B8 E6 96
    //     back                  AD 00 87 00
    //     of front              0  1  .  2  3  .      the number of the byte that goes there
    //     of back               .  .  0  .  .  2
    //     output                E4 B8 AD E6 96 87
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteThreeBytes8(Vector128<ushort> units, ref byte destination)
    {
        Vector128<ushort> lead = units >>> 12;
        Vector128<ushort> middle = (units << 2) & Vector128.Create((ushort)0x3F00);
        Vector128<byte> front = (lead | middle | Vector128.Create((ushort)0x80E0)).AsByte();
        Vector128<byte> back = ((units & Vector128.Create((ushort)0x3F)) | Vector128.Create((ushort)0x80)).AsByte();
        const byte None = 0xFF; // selects zero
        Vector128<byte> first = ByteShuffle.Select(front, Vector128.Create(
            0, 1, None, 2, 3, None, 4, 5, None, 6, 7, None, None, None, None, None));
        first |= ByteShuffle.Select(back, Vector128.Create(
            None, None, 0, None, None, 2, None, None, 4, None, None, 6, None, None, None, None));
        Vector128<byte> second = ByteShuffle.Select(front, Vector128.Create(
            8, 9, None, 10, 11, None, 12, 13, None, 14, 15, None, None, None, None, None));
        second |= ByteShuffle.Select(back, Vector128.Create(
            None, None, 8, None, None, 10, None, None, 12, None, None, 14, None, None, None, None));
        first.StoreUnsafe(ref destination);
        second.StoreUnsafe(ref destination, ThreeBytes8 / 2);
    }

    // Transcodes eight units of any width. Touches at most 12 + 16 bytes; returns the bytes that count.
    // Four of the units; the length of each is 1 plus its bits of the key:
    //     units               a           я           中          b
    //     lanes               61 .. .. .. D1 8F .. .. E4 B8 AD .. 62 .. .. ..
    //     nonAscii            0           1           1           0              bits 0 to 3 of the key
    //     wide                0           0           1           0              bits 4 to 7
    //     shuffle             00 04 05 08 09 0A 0C
    //     output              61 D1 8F E4 B8 AD 62                               4 + 3 bytes
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TranscodeMixed8(Vector128<ushort> units, uint nonAscii, uint wide, ref byte destination)
    {
        // ASCII: c 0; two bytes: 110xxxxx 10xxxxxx; three bytes: 1110xxxx 10xxxxxx and the third in a vector of its own.
        Vector128<ushort> middle = (units << 2) & Vector128.Create((ushort)0x3F00);
        Vector128<ushort> last = units & Vector128.Create((ushort)0x3F);
        Vector128<ushort> three = (units >>> 12) | middle | Vector128.Create((ushort)0x80E0);
        Vector128<ushort> two = (units >>> 6) | (last << 8) | Vector128.Create((ushort)0x80C0);
        Vector128<ushort> front = Vector128.ConditionalSelect(Vector128.GreaterThan(units, Vector128.Create((ushort)0x7FF)), three, two);
        front = Vector128.ConditionalSelect(Vector128.GreaterThan(units, Vector128.Create((ushort)0x7F)), front, units);
        Vector128<ushort> back = last | Vector128.Create((ushort)0x80);

        // Lanes of four bytes: front and back of a unit side by side.
        (Vector128<uint> frontLow, Vector128<uint> frontHigh) = Vector128.Widen(front);
        (Vector128<uint> backLow, Vector128<uint> backHigh) = Vector128.Widen(back);
        Vector128<byte> low = (frontLow | (backLow << 16)).AsByte();
        Vector128<byte> high = (frontHigh | (backHigh << 16)).AsByte();

        ref byte shuffles = ref MemoryMarshal.GetArrayDataReference(PackingShuffles);
        uint lowKey = (nonAscii & 0xF) | ((wide & 0xF) << 4);
        uint highKey = (nonAscii >> 4) | (wide & 0xF0);
        int lowLength = 4 + BitOperations.PopCount(lowKey);
        ByteShuffle.Select(low, Vector128.LoadUnsafe(ref shuffles, lowKey * 16)).StoreUnsafe(ref destination);
        ByteShuffle.Select(high, Vector128.LoadUnsafe(ref shuffles, highKey * 16)).StoreUnsafe(ref destination, (nuint)lowLength);
        return lowLength + 4 + BitOperations.PopCount(highKey);
    }

    // Escapes what is not ASCII among eight units, none of them a lone surrogate. Touches at most 8 bytes after the last that counts;
    // returns the bytes that count.
    private static nint EscapeMixed8(ushort* source, ref byte destination, EscapeTable escapes)
    {
        uint* digits = stackalloc uint[Units128];
        (Vector128<uint> first, Vector128<uint> last) = HexEscapes.HexDigits8(Vector128.Load(source));
        first.Store(digits);
        last.Store(digits + 4);
        nint at = 0;
        for (int i = 0; i < Units128; i++)
        {
            // Finds both words, and selects by a mask instead of a branch: which units of such a block are ASCII cannot be predicted.
            uint unit = source[i];
            ulong ascii = escapes.AsciiWord(unit & 0x7F);
            ulong hex = HexEscapes.PackDigits(digits[i]);
            ulong isAscii = (ulong)((long)unit - 0x80 >> 63); // the sign in all bits
            ulong word = hex ^ ((hex ^ ascii) & isAscii);
            Digits.Store(ref Unsafe.Add(ref destination, at), word);
            at += (nint)(word >> EscapeTable.WordLengthShift);
        }
        return at;
    }

    private static byte[] BuildPackingShuffles()
    {
        var shuffles = new byte[256 * 16];
        for (int key = 0; key < 256; key++)
        {
            int at = key * 16;
            for (int unit = 0; unit < 4; unit++)
            {
                int bytes = 1 + ((key >> unit) & 1) + ((key >> (unit + 4)) & 1);
                for (int k = 0; k < bytes; k++) shuffles[at++] = (byte)(4 * unit + k);
            }
        }
        return shuffles;
    }
}
