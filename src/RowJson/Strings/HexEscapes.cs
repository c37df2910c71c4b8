namespace RowJson;

// Writes UTF-16 code units as \uXXXX with upper-case digits, as the framework's encoders do.
internal static class HexEscapes
{
    public const int Length = 6;

    // Bytes that Write touches: it stores a whole word, of which six bytes count.
    public const int TouchedBySingle = sizeof(ulong);

    // Bytes that Write8 writes, no more and no fewer: 8 × 6.
    public const int LengthOf8 = 8 * Length;

    // Writes the six bytes of one escape. Touches TouchedBySingle bytes: two zeros follow the escape.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(uint codeUnit, ref byte destination) => Digits.Store(ref destination, Pack(codeUnit));

    // The escape as a little-endian word: \ in the lowest byte, zeros in the two highest.
    public static ulong Pack(uint codeUnit) => PackDigits(HexDigits(codeUnit));

    // The escape of which HexDigits gives the digits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PackDigits(uint digits) => '\\' | ((ulong)'u' << 8) | ((ulong)digits << 16);

    // The four digits of a code unit as a little-endian word, the highest digit in the lowest byte.
    //     code unit                 4E2D
    //     bytes              00 2D 00 4E
    //     nibbles            0D 02 0E 04     the highest nibble in the lowest byte
    //     letters             1  0  1  0     bit 4 of the nibble + 6
    //     + '0'              3D 32 3E 34
    //     + 7 for letters    44 32 45 34     "4E2D" in memory
    public static uint HexDigits(uint codeUnit)
    {
        uint bytes = ((codeUnit & 0xFF) << 16) | ((codeUnit >> 8) & 0xFF);
        uint nibbles = ((bytes >> 4) & 0x000F_000F) | ((bytes & 0x000F_000F) << 8);

        // A nibble above 9 carries into bit 4 when 6 is added.
        const uint ToLetter = 'A' - '0' - 10;
        uint letters = ((nibbles + 0x0606_0606) >> 4) & 0x0101_0101;
        return nibbles + 0x3030_3030 + letters * ToLetter;
    }

    // HexDigits of eight code units, the first four and the last four.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (Vector128<uint> First, Vector128<uint> Last) HexDigits8(Vector128<ushort> codeUnits)
    {
        // The high byte of a unit comes first in memory, as its digits do.
        Vector128<ushort> swapped = (codeUnits << 8) | (codeUnits >>> 8);
        (Vector128<uint> first, Vector128<uint> last) = Vector128.Widen(swapped);
        return (HexDigits4(first), HexDigits4(last));
    }

    // Four units, a lane each, the bytes swapped.
    //     lane                  00 00 2D 4E
    //     apart                 00 2D 00 4E
    //     nibbles               0D 02 0E 04
    //     digits                 D  2  E  4
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> HexDigits4(Vector128<uint> bytes)
    {
        Vector128<uint> apart = (bytes | (bytes << 8)) & Vector128.Create(0x00FF_00FFu);
        Vector128<uint> nibbles = ((apart >>> 4) | (apart << 8)) & Vector128.Create(0x0F0F_0F0Fu);
        return ByteShuffle.Select(Vector128.Create("0123456789ABCDEF"u8), nibbles.AsByte()).AsUInt32();
    }

    // Writes eight escapes, 48 bytes; touches nothing else.
    //     output      \  u  4  E  2  D  \  u  6  6  0  E  \  u  …  …        16 bytes, of which 10 are digits
    //     digits      .  .  0  1  2  3  .  .  4  5  6  7  .  .  8  9
    // Two units and a half go into the first vector; what is left of the third begins the second one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write8(Vector128<ushort> codeUnits, ref byte destination)
    {
        (Vector128<uint> first, Vector128<uint> last) = HexDigits8(codeUnits);
        Vector128<uint> middle = Vector128.Create(first.GetUpper(), last.GetLower());
        const byte None = 0xFF; // selects zero
        Vector128<byte> low = ByteShuffle.Select(first.AsByte(), Vector128.Create(
            None, None, 0, 1, 2, 3, None, None, 4, 5, 6, 7, None, None, 8, 9));
        Vector128<byte> center = ByteShuffle.Select(middle.AsByte(), Vector128.Create(
            2, 3, None, None, 4, 5, 6, 7, None, None, 8, 9, 10, 11, None, None));
        Vector128<byte> high = ByteShuffle.Select(last.AsByte(), Vector128.Create(
            4, 5, 6, 7, None, None, 8, 9, 10, 11, None, None, 12, 13, 14, 15));

        (low | Vector128.Create("\\u\0\0\0\0\\u\0\0\0\0\\u\0\0"u8)).StoreUnsafe(ref destination);
        (center | Vector128.Create("\0\0\\u\0\0\0\0\\u\0\0\0\0\\u"u8)).StoreUnsafe(ref destination, 16);
        (high | Vector128.Create("\0\0\0\0\\u\0\0\0\0\\u\0\0\0\0"u8)).StoreUnsafe(ref destination, 32);
    }
}
