namespace RowJson;

// Writes UTF-16 code units as \uXXXX with upper-case digits, as the framework's encoders do.
internal static class HexEscapes
{
    public const int Length = 6;

    // Bytes that Write8 writes, no more and no fewer: 8 × 6.
    public const int LengthOf8 = 8 * Length;

    // Writes the six bytes of one escape. Touches eight.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(uint codeUnit, ref byte destination) => Digits.Store(ref destination, Pack(codeUnit));

    // The escape as a word (see EscapeTable.Pack).
    public static ulong Pack(uint codeUnit) => PackDigits(HexDigits(codeUnit));

    // The escape with the digits that HexDigits returns.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PackDigits(uint digits) =>
        '\\' | ((ulong)'u' << 8) | ((ulong)digits << 16) | ((ulong)Length << EscapeTable.WordLengthShift);

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
    // Units are little-endian, so a unit's four digits come from two vectors, crosswise. For the first units, 4E2D and 660E:
    //     bytes of the units      2D   4E   0E   66
    //     first  (upper nibbles)  '2'  '4'  '0'  '6'
    //     second (lower nibbles)  'D'  'E'  'E'  '6'
    //
    //     output      \  u  4  E  2  D  \  u  6  6  0  E
    //     of first    .  .  1  .  0  .  .  .  3  .  2  .      the number of the byte that goes there
    //     of second   .  .  .  1  .  0  .  .  .  3  .  2
    //     constant    \  u  .  .  .  .  \  u  .  .  .  .
    // The 48 bytes of output are three vectors, which begin with unit 0, the last two digits of unit 2, and the four digits of unit 5.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write8(Vector128<ushort> codeUnits, ref byte destination)
    {
        Vector128<byte> nibble = Vector128.Create((byte)0x0F);
        Vector128<byte> digitsOf = Vector128.Create("0123456789ABCDEF"u8);
        Vector128<byte> first = ByteShuffle.Select(digitsOf, (codeUnits >>> 4).AsByte() & nibble);
        Vector128<byte> second = ByteShuffle.Select(digitsOf, codeUnits.AsByte() & nibble);

        const byte None = 0xFF; // selects zero
        Vector128<byte> low = ByteShuffle.Select(first, Vector128.Create(
            None, None, 1, None, 0, None, None, None, 3, None, 2, None, None, None, 5, None));
        low |= ByteShuffle.Select(second, Vector128.Create(
            None, None, None, 1, None, 0, None, None, None, 3, None, 2, None, None, None, 5));
        Vector128<byte> middle = ByteShuffle.Select(first, Vector128.Create(
            4, None, None, None, 7, None, 6, None, None, None, 9, None, 8, None, None, None));
        middle |= ByteShuffle.Select(second, Vector128.Create(
            None, 4, None, None, None, 7, None, 6, None, None, None, 9, None, 8, None, None));
        Vector128<byte> high = ByteShuffle.Select(first, Vector128.Create(
            11, None, 10, None, None, None, 13, None, 12, None, None, None, 15, None, 14, None));
        high |= ByteShuffle.Select(second, Vector128.Create(
            None, 11, None, 10, None, None, None, 13, None, 12, None, None, None, 15, None, 14));

        (low | Vector128.Create("\\u\0\0\0\0\\u\0\0\0\0\\u\0\0"u8)).StoreUnsafe(ref destination);
        (middle | Vector128.Create("\0\0\\u\0\0\0\0\\u\0\0\0\0\\u"u8)).StoreUnsafe(ref destination, 16);
        (high | Vector128.Create("\0\0\0\0\\u\0\0\0\0\\u\0\0\0\0"u8)).StoreUnsafe(ref destination, 32);
    }
}
