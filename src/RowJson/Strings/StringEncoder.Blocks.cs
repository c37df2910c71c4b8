using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

// What can be told of, and done with, a block of eight code units.
internal static unsafe partial class StringEncoder
{
    /// <summary>All eight units of a block.</summary>
    private const uint All8 = 0xFF;

    /// <summary>
    /// Sorts eight units by what becomes of them, one bit each: <paramref name="escaped"/> as <c>\uXXXX</c>,
    /// <paramref name="special"/> by the table of ASCII escapes, the others stand as they are.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Classify8(
        Vector128<ushort> units, EscapeTable escapes, ref ulong allowedBmp, out uint nonAscii, out uint escaped, out uint special)
    {
        nonAscii = NonAscii8(units);
        uint allowed = escapes.EscapesAllNonAscii ? PlainAscii8(units, escapes) : Allowed8(units, ref allowedBmp);
        escaped = nonAscii & ~allowed;
        special = All8 & ~(nonAscii | allowed);
    }

    /// <summary>One bit per unit: not ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint NonAscii8(Vector128<ushort> units) =>
        Vector128.GreaterThan(units, Vector128.Create((ushort)0x7F)).ExtractMostSignificantBits();

    /// <summary>One bit per unit: ASCII that stands as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint PlainAscii8(Vector128<ushort> units, EscapeTable escapes)
    {
        Vector128<byte> narrowed = Vector128.NarrowWithSaturation(units, units);
        return Vector128.Equals(escapes.Care(narrowed), Vector128<byte>.Zero).ExtractMostSignificantBits() & All8;
    }

    /// <summary>
    /// One bit per unit: a surrogate without its other half. A high one in the last place counts, its other half may follow.
    /// A block never begins behind the first half of a pair, so the eight units alone tell.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Lone8(Vector128<ushort> units)
    {
        Vector128<ushort> kind = units & Vector128.Create((ushort)0xFC00);
        Vector128<ushort> highs = Vector128.Equals(kind, Vector128.Create((ushort)0xD800));
        Vector128<ushort> lows = Vector128.Equals(kind, Vector128.Create((ushort)0xDC00));
        if ((highs | lows) == Vector128<ushort>.Zero) return 0;
        uint high = highs.ExtractMostSignificantBits();
        uint low = lows.ExtractMostSignificantBits();
        return (high & ~(low >> 1)) | (low & ~(high << 1));
    }

    /// <summary>Whether all eight may stand as they are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreAllowed8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        // Eight independent look-ups, whose lowest bits count.
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        ulong first = Bits(low, ref allowedBmp) & Bits(low >> 16, ref allowedBmp)
            & Bits(low >> 32, ref allowedBmp) & Bits(low >> 48, ref allowedBmp);
        ulong last = Bits(high, ref allowedBmp) & Bits(high >> 16, ref allowedBmp)
            & Bits(high >> 32, ref allowedBmp) & Bits(high >> 48, ref allowedBmp);
        return (first & last & 1) != 0;
    }

    /// <summary>One bit per unit: may stand as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Allowed8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        return Allowed4(low, ref allowedBmp) | (Allowed4(high, ref allowedBmp) << 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Allowed4(ulong units, ref ulong allowedBmp)
    {
        ulong a = Bits(units, ref allowedBmp) & 1, b = Bits(units >> 16, ref allowedBmp) & 1;
        ulong c = Bits(units >> 32, ref allowedBmp) & 1, d = Bits(units >> 48, ref allowedBmp) & 1;
        return (uint)(a | (b << 1) | (c << 2) | (d << 3));
    }

    /// <summary>The lowest unit's bit in the lowest place, others' above it (a shift count is taken modulo 64).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bits(ulong unit, ref ulong allowedBmp) =>
        Unsafe.Add(ref allowedBmp, (nuint)(ushort)unit >> 6) >> (int)unit;

    /// <summary>
    /// Encodes the first <paramref name="count"/> units (see <see cref="Classify8"/>), each in a lane of 8 bytes of its own,
    /// and packs what is not zero (no unit's text contains a zero). Touches 64 bytes; returns the bytes that count.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Encode8(
        Vector128<ushort> units, uint escaped, uint special, int count, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(count <= 8);
        Vector512<ulong> lanes = Avx512F.ConvertToVector512UInt64(units);

        // Each byte of a lane takes 8 bits of the unit from the bit that the control names; masks leave what counts.
        // UTF-8: 1110xxxx 10xxxxxx 10xxxxxx from bits 12, 6, 0; or 110xxxxx 10xxxxxx from bits 6, 0.
        Vector512<ulong> three = Field(lanes, 0x00_06_0C, 0x3F_3F_0F) | Vector512.Create(0x80_80_E0UL);
        Vector512<ulong> two = Field(lanes, 0x00_06, 0x3F_1F) | Vector512.Create(0x80_C0UL);
        Vector512<ulong> text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x800UL)), two, three);
        text = Vector512.ConditionalSelect(Vector512.LessThan(lanes, Vector512.Create(0x80UL)), lanes, text);

        if (escaped != 0)
        {
            // Nibbles from bits 12, 8, 4, 0 into bytes 2 to 5, then their digits; \u in front.
            Vector512<ulong> nibbles = Field(lanes, 0x00_04_08_0C_00_00, 0x0F_0F_0F_0F_00_00);
            Vector512<byte> digits = Vector512.Create("0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"u8);
            Vector512<ulong> hex = Avx512BW.Shuffle(digits, nibbles.AsByte()).AsUInt64();
            hex = (hex & Vector512.Create(0x0000_FFFF_FFFF_0000UL)) | Vector512.Create('\\' | ((ulong)'u' << 8));
            text = Vector512.ConditionalSelect(LaneMask(escaped), hex, text);
        }

        for (special &= (1u << count) - 1; special != 0; special &= special - 1)
        {
            int place = BitOperations.TrailingZeroCount(special);
            ulong word = escapes.AsciiWord(units.GetElement(place)) & ~(0xFFUL << EscapeTable.EscapeLengthShift);
            text = Vector512.ConditionalSelect(LaneMask(1u << place), Vector512.Create(word), text);
        }

        text &= Vector512.LessThan(Vector512<ulong>.Indices, Vector512.Create((ulong)count));
        Vector512<byte> kept = Vector512.GreaterThan(text.AsByte(), Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, text.AsByte()).StoreUnsafe(ref destination);
        return BitOperations.PopCount(kept.ExtractMostSignificantBits());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Field(Vector512<ulong> lanes, ulong control, ulong mask) =>
        Avx512Vbmi.MultiShift(Vector512.Create(control).AsByte(), lanes).AsUInt64() & Vector512.Create(mask);

    /// <summary>A bit per lane to a mask per lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> LaneMask(uint bits)
    {
        Vector512<ulong> bit = Vector512.Create(1UL, 2, 4, 8, 16, 32, 64, 128);
        return Vector512.Equals(Vector512.Create((ulong)bits) & bit, bit);
    }

    /// <summary>1110xxxx 10xxxxxx 10xxxxxx, eight times: 24 bytes. Touches 12 + 16 = 28.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteThreeBytes8(Vector128<ushort> units, ref byte destination)
    {
        // The first two bytes of each unit in one vector, the third in another; shuffles put them in order.
        Vector128<ushort> lead = units >>> 12;
        Vector128<ushort> middle = (units << 2) & Vector128.Create((ushort)0x3F00);
        Vector128<byte> front = (lead | middle | Vector128.Create((ushort)0x80E0)).AsByte();
        Vector128<byte> back = ((units & Vector128.Create((ushort)0x3F)) | Vector128.Create((ushort)0x80)).AsByte();
        const byte None = 0xFF;
        Vector128<byte> first = Vector128.Shuffle(front, Vector128.Create(
            0, 1, None, 2, 3, None, 4, 5, None, 6, 7, None, None, None, None, None));
        first |= Vector128.Shuffle(back, Vector128.Create(
            None, None, 0, None, None, 2, None, None, 4, None, None, 6, None, None, None, None));
        Vector128<byte> second = Vector128.Shuffle(front, Vector128.Create(
            8, 9, None, 10, 11, None, 12, 13, None, 14, 15, None, None, None, None, None));
        second |= Vector128.Shuffle(back, Vector128.Create(
            None, None, 8, None, None, 10, None, None, 12, None, None, 14, None, None, None, None));
        first.StoreUnsafe(ref destination);
        second.StoreUnsafe(ref destination, 12);
    }
}
