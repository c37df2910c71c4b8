using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace RowJson;

// Blocks whose units take different numbers of bytes, on hardware that cannot compress a vector.
internal static unsafe partial class StringEncoder
{
    /// <summary>
    /// Shuffles that pack four lanes of four bytes, of which 1, 2 or 3 count: 256 × 16 bytes. The number of a shuffle is the
    /// four units' bits of being non-ASCII, and above them those of being at least U+0800.
    /// </summary>
    private static readonly byte[] PackingShuffles = BuildPackingShuffles();

    /// <summary>Transcodes eight units of any width. Touches at most 12 + 16 bytes; returns the bytes that count.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int TranscodeMixed8(Vector128<ushort> units, uint nonAscii, uint wide, ref byte destination)
    {
        // ASCII: c 0; two bytes: 110xxxxx 10xxxxxx; three bytes: 1110xxxx 10xxxxxx and the third in a vector of its own.
        Vector128<ushort> middle = (units << 2) & Vector128.Create((ushort)0x3F00);
        Vector128<ushort> last = units & Vector128.Create((ushort)0x3F);
        Vector128<ushort> three = (units >>> 12) | middle | Vector128.Create((ushort)0x80E0);
        Vector128<ushort> two = (units >>> 6) | (last << 8) | Vector128.Create((ushort)0x80C0);
        Vector128<ushort> front = Vector128.ConditionalSelect(
            Vector128.GreaterThan(units, Vector128.Create((ushort)0x7FF)), three, two);
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
        Vector128.ShuffleNative(low, Vector128.LoadUnsafe(ref shuffles, lowKey * 16)).StoreUnsafe(ref destination);
        Vector128.ShuffleNative(high, Vector128.LoadUnsafe(ref shuffles, highKey * 16)).StoreUnsafe(ref destination, (nuint)lowLength);
        return lowLength + 4 + BitOperations.PopCount(highKey);
    }

    /// <summary>
    /// Escapes what is not ASCII among eight units, none of them a lone surrogate. Touches 8 bytes behind the last that counts,
    /// at most; returns the bytes that count.
    /// </summary>
    private static nint EscapeMixed8(ushort* source, ref byte destination, EscapeTable escapes)
    {
        uint* digits = stackalloc uint[8];
        (Vector128<uint> first, Vector128<uint> last) = HexEscapes.Digits8(Vector128.Load(source));
        first.Store(digits);
        last.Store(digits + 4);
        nint at = 0;
        for (int i = 0; i < 8; i++)
        {
            // Both words, and a mask instead of a branch: which units of such a block are ASCII cannot be predicted.
            uint unit = source[i];
            ulong ascii = escapes.AsciiWord(unit & 0x7F);
            ulong hex = HexEscapes.PackDigits(digits[i]) | ((ulong)HexEscapes.Length << EscapeTable.EscapeLengthShift);
            ulong isAscii = (ulong)((long)unit - 0x80 >> 63);
            ulong word = hex ^ ((hex ^ ascii) & isAscii);
            Digits.Store(ref Unsafe.Add(ref destination, at), word);
            at += (nint)(word >> EscapeTable.EscapeLengthShift);
        }
        return at;
    }

    /// <summary>Any units, one by one, until <paramref name="count"/> are done or one more where the last is a pair.</summary>
    private static nint EncodeEach(
        ushort* source, int count, int length, ref byte destination, ref ulong allowedBmp, EscapeTable escapes, out int done)
    {
        Debug.Assert(count <= length);
        nint at = 0;
        int i = 0;
        while (i < count)
        {
            ref byte here = ref Unsafe.Add(ref destination, at);
            uint unit = source[i];
            int taken = 1;
            at += unit < 0x80
                ? WriteAscii(unit, ref here, escapes)
                : EncodeOne(source + i, length - i, ref here, ref allowedBmp, out taken);
            i += taken;
        }
        done = i;
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
