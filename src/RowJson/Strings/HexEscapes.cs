using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace RowJson;

/// <summary>
/// Writes UTF-16 code units as <c>\uXXXX</c> with upper-case digits, as the framework's encoders do.
/// </summary>
internal static class HexEscapes
{
    /// <summary>Bytes of one escape: <c>\uXXXX</c>.</summary>
    public const int Length = 6;

    /// <summary>Bytes that <see cref="Write"/> touches: it stores a whole word, of which six bytes count.</summary>
    public const int TouchedBySingle = 8;

    /// <summary>Bytes that <see cref="Write8"/> writes, no more and no fewer: 8 × 6.</summary>
    public const int LengthOf8 = 8 * Length;

    /// <summary>
    /// Writes the six bytes of one escape. Touches <see cref="TouchedBySingle"/> bytes: two zeros follow the escape.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(uint codeUnit, ref byte destination) =>
        RowJson.Digits.Store(ref destination, Pack(codeUnit));

    /// <summary>The escape as a little-endian word: <c>\</c> in the lowest byte, zeros in the two highest.</summary>
    public static ulong Pack(uint codeUnit) => PackDigits(Digits(codeUnit));

    /// <summary>The escape of which <see cref="Digits"/> gives the digits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PackDigits(uint digits) => '\\' | ((ulong)'u' << 8) | ((ulong)digits << 16);

    /// <summary>The four digits of a code unit as a little-endian word, the highest digit in the lowest byte.</summary>
    public static uint Digits(uint codeUnit)
    {
        // The four nibbles to a byte each, the highest one first in memory.
        uint bytes = ((codeUnit & 0xFF) << 16) | ((codeUnit >> 8) & 0xFF);
        uint nibbles = ((bytes >> 4) & 0x000F_000F) | ((bytes & 0x000F_000F) << 8);

        // A nibble above 9 carries into bit 4 when 6 is added; 'A' - '0' - 10 = 7.
        uint letters = ((nibbles + 0x0606_0606) >> 4) & 0x0101_0101;
        return nibbles + 0x3030_3030 + letters * 7;
    }

    /// <summary><see cref="Digits"/> of eight code units, the first four and the last four.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static (Vector128<uint> First, Vector128<uint> Last) Digits8(Vector128<ushort> codeUnits)
    {
        // A nibble to a byte: the high byte's two in the low half of a lane, where they are written first.
        Vector128<ushort> swapped = (codeUnits << 8) | (codeUnits >>> 8);
        (Vector128<uint> first, Vector128<uint> last) = Vector128.Widen(swapped);
        return (Digits4(first), Digits4(last));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> Digits4(Vector128<uint> bytes)
    {
        // Bytes 0 and 1 of a lane go to bytes 0 to 3, the higher nibble of each first.
        Vector128<uint> apart = (bytes | (bytes << 8)) & Vector128.Create(0x00FF_00FFu);
        Vector128<uint> nibbles = ((apart >>> 4) | (apart << 8)) & Vector128.Create(0x0F0F_0F0Fu);
        return Vector128.ShuffleNative(Vector128.Create("0123456789ABCDEF"u8), nibbles.AsByte()).AsUInt32();
    }

    /// <summary>Writes eight escapes, 48 bytes; touches nothing else.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write8(Vector128<ushort> codeUnits, ref byte destination)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            Write8Scalar(codeUnits, ref destination);
            return;
        }

        // Nibbles in the order they are written. As the units are little-endian, a shift of the unit brings each
        // nibble where its byte's digit is looked up: the high byte's digits in one vector, the low byte's in the other.
        Vector128<byte> nibble = Vector128.Create((byte)0x0F);
        Vector128<byte> digitsOf = Vector128.Create("0123456789ABCDEF"u8);
        Vector128<byte> first = Vector128.ShuffleNative(digitsOf, (codeUnits >>> 4).AsByte() & nibble);   // bits 4-7 and 12-15
        Vector128<byte> second = Vector128.ShuffleNative(digitsOf, codeUnits.AsByte() & nibble);          // bits 0-3 and 8-11

        // A unit's digits are first[1] second[1] first[0] second[0]; \u fills the gaps left as 0xFF (which selects zero).
        // Units 0-1 and half of 2 are bytes 0-15 of the output, up to half of 5 bytes 16-31, the rest bytes 32-47.
        const byte None = 0xFF;
        Vector128<byte> low = Vector128.Shuffle(first, Vector128.Create(
            None, None, 1, None, 0, None, None, None, 3, None, 2, None, None, None, 5, None));
        low |= Vector128.Shuffle(second, Vector128.Create(
            None, None, None, 1, None, 0, None, None, None, 3, None, 2, None, None, None, 5));
        Vector128<byte> middle = Vector128.Shuffle(first, Vector128.Create(
            4, None, None, None, 7, None, 6, None, None, None, 9, None, 8, None, None, None));
        middle |= Vector128.Shuffle(second, Vector128.Create(
            None, 4, None, None, None, 7, None, 6, None, None, None, 9, None, 8, None, None));
        Vector128<byte> high = Vector128.Shuffle(first, Vector128.Create(
            11, None, 10, None, None, None, 13, None, 12, None, None, None, 15, None, 14, None));
        high |= Vector128.Shuffle(second, Vector128.Create(
            None, 11, None, 10, None, None, None, 13, None, 12, None, None, None, 15, None, 14));

        (low | Vector128.Create("\\u\0\0\0\0\\u\0\0\0\0\\u\0\0"u8)).StoreUnsafe(ref destination);
        (middle | Vector128.Create("\0\0\\u\0\0\0\0\\u\0\0\0\0\\u"u8)).StoreUnsafe(ref destination, 16);
        (high | Vector128.Create("\0\0\0\0\\u\0\0\0\0\\u\0\0\0\0"u8)).StoreUnsafe(ref destination, 32);
    }

    private static void Write8Scalar(Vector128<ushort> codeUnits, ref byte destination)
    {
        // The last one must not touch what is behind it, so it is stored two bytes early, with the end of the one before.
        for (int i = 0; i < 7; i++) Write(codeUnits.GetElement(i), ref Unsafe.Add(ref destination, i * Length));
        ulong last = (Pack(codeUnits.GetElement(7)) << 16) | (Pack(codeUnits.GetElement(6)) >> 32);
        RowJson.Digits.Store(ref Unsafe.Add(ref destination, LengthOf8 - sizeof(ulong)), last);
    }
}
