using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

// Text outside ASCII, eight code units at a time. Each unit becomes one of: itself (ASCII), two or three bytes of UTF-8
// (what the encoder allows), or \uXXXX (the rest, both halves of every surrogate pair among it).
internal static unsafe partial class StringEncoder
{
    private const uint Replacement = 0xFFFD;

    /// <summary>All eight units of a block.</summary>
    private const uint All8 = 0xFF;

    /// <summary>
    /// Encodes from a non-ASCII unit at <paramref name="i"/> on, until the text is ASCII again, an ASCII character must be
    /// escaped, or <paramref name="end"/> is reached; returns where it stopped, at least one unit further.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeNonAscii(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        Debug.Assert(source[i] >= 0x80);
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        bool escapesAll = escapes.EscapesAllNonAscii;
        nint at = 0;
        while (i < end)
        {
            int count = Math.Min(length - i, 8);
            if (Vector128.IsHardwareAccelerated && (count == 8 || Avx512Vbmi2.IsSupported))
            {
                Vector128<ushort> units = count == 8 ? Vector128.Load(source + i) : LoadTo7(source + i, count, '\0');
                uint nonAscii = Vector128.GreaterThan(units, Vector128.Create((ushort)0x7F)).ExtractMostSignificantBits();
                if (nonAscii == 0) break;

                uint allowed = escapesAll ? 0 : Allowed8(units, ref allowedBmp);
                uint escaped = nonAscii & ~allowed;
                uint ready = Ready8(units, escapes, escapesAll, nonAscii, allowed);
                ref byte block = ref Unsafe.Add(ref destination, at);
                if (escaped == All8 && ready == All8 && count == 8)
                {
                    HexEscapes.Write8(units, ref block);
                    at += HexEscapes.LengthOf8;
                    i += 8;
                    continue;
                }
                if (Avx512Vbmi2.IsSupported)
                {
                    // The units up to the first that is not ready, whatever they are, in one go. Eight is a constant of
                    // its own, so that the next block can begin before this one's mask is known.
                    if (ready == All8 && count == 8)
                    {
                        at += Encode8(units, escaped, 8, ref block);
                        i += 8;
                        continue;
                    }
                    count = Math.Min(BitOperations.TrailingZeroCount(~ready), count);
                    at += Encode8(units, escaped, count, ref block);
                    i += count;
                    if (count > 0) continue;
                }
                else
                {
                    int done = EncodeUniform8(units, nonAscii, escaped, ready, ref block, ref at);
                    i += done;
                    if (done > 0) continue;
                }
            }

            // A unit or pair by itself.
            uint unit = source[i];
            if (unit < 0x80) break;
            ref byte here = ref Unsafe.Add(ref destination, at);
            if (char.IsHighSurrogate((char)unit) && i + 1 < length && char.IsLowSurrogate((char)source[i + 1]))
            {
                // Touches 6 + 8 bytes. No encoder of the framework's allows anything above U+FFFF.
                HexEscapes.Write(unit, ref here);
                HexEscapes.Write(source[i + 1], ref Unsafe.Add(ref here, HexEscapes.Length));
                at += 2 * HexEscapes.Length;
                i += 2;
            }
            else
            {
                at += EncodeOne(unit, ref here, ref allowedBmp);
                i++;
            }
        }
        written = at;
        return i;
    }

    /// <summary>One bit per unit: may stand as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Allowed8(Vector128<ushort> units, ref ulong allowedBmp)
    {
        // Eight independent look-ups; a shift count is taken modulo 64. Mostly all are allowed, and their bits need no places.
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        ulong a = Bits(low, ref allowedBmp), b = Bits(low >> 16, ref allowedBmp);
        ulong c = Bits(low >> 32, ref allowedBmp), d = Bits(low >> 48, ref allowedBmp);
        ulong e = Bits(high, ref allowedBmp), f = Bits(high >> 16, ref allowedBmp);
        ulong g = Bits(high >> 32, ref allowedBmp), h = Bits(high >> 48, ref allowedBmp);
        if (((a & b & c & d & e & f & g & h) & 1) != 0) return All8;
        return (uint)((a & 1) | (b & 1) << 1 | (c & 1) << 2 | (d & 1) << 3 | (e & 1) << 4 | (f & 1) << 5 | (g & 1) << 6 | (h & 1) << 7);
    }

    /// <summary>A unit's bit in the lowest place, others' above it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bits(ulong unit, ref ulong allowedBmp) =>
        Unsafe.Add(ref allowedBmp, (nuint)(ushort)unit >> 6) >> (int)unit;

    /// <summary>
    /// One bit per unit: can be written by the block. Not those ASCII characters that need an escape of their own, lone
    /// surrogates, or a high surrogate in the last place whose other half is in the next block.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Ready8(
        Vector128<ushort> units, EscapeTable escapes, bool escapesAll, uint nonAscii, uint allowed)
    {
        uint ready = nonAscii | allowed;
        if (allowed == All8) return ready;   // no surrogate among them
        if (escapesAll && nonAscii != All8)
        {
            Vector128<byte> narrowed = Vector128.NarrowWithSaturation(units, units);
            ready |= Vector128.Equals(escapes.Care(narrowed), Vector128<byte>.Zero).ExtractMostSignificantBits() & All8;
        }

        Vector128<ushort> kind = units & Vector128.Create((ushort)0xFC00);
        Vector128<ushort> highs = Vector128.Equals(kind, Vector128.Create((ushort)0xD800));
        Vector128<ushort> lows = Vector128.Equals(kind, Vector128.Create((ushort)0xDC00));
        if ((highs | lows) == Vector128<ushort>.Zero) return ready;

        // A block never begins behind the first half of a pair, so the eight units alone tell who is paired.
        uint high = highs.ExtractMostSignificantBits();
        uint low = lows.ExtractMostSignificantBits();
        uint lone = (high & ~(low >> 1)) | (low & ~(high << 1));
        return ready & ~lone;
    }

    /// <summary>
    /// Encodes the first <paramref name="count"/> units, each in a lane of 8 bytes of its own, and packs what is not zero
    /// (no unit's text contains a zero). Touches 64 bytes; returns the bytes that count.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Encode8(Vector128<ushort> units, uint escaped, int count, ref byte destination)
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

        text &= Vector512.LessThan(Vector512<ulong>.Indices, Vector512.Create((ulong)count));
        Vector512<byte> dropped = Vector512.Equals(text.AsByte(), Vector512<byte>.Zero);
        Avx512Vbmi2.Compress(Vector512<byte>.Zero, ~dropped, text.AsByte()).StoreUnsafe(ref destination);
        return 64 - BitOperations.PopCount(dropped.ExtractMostSignificantBits());
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

    /// <summary>Eight units of one kind; returns how many units were written: eight, or none where they are mixed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeUniform8(
        Vector128<ushort> units, uint nonAscii, uint escaped, uint ready, ref byte destination, ref nint at)
    {
        if (nonAscii != All8) return 0;
        if (escaped == All8)
        {
            // A pair that continues in the next block: its first half waits.
            if ((ready | 0x80) != All8) return 0;
            HexEscapes.Write8(units, ref destination);
            int count = ready == All8 ? 8 : 7;
            at += count * HexEscapes.Length;
            return count;
        }
        if (escaped != 0) return 0;
        uint wide = Vector128.GreaterThan(units, Vector128.Create((ushort)0x7FF)).ExtractMostSignificantBits();
        if (wide == All8)
        {
            WriteThreeBytes8(units, ref destination);
            at += 24;
            return 8;
        }
        if (wide != 0) return 0;
        WriteTwoBytes8(units, ref destination);
        at += 16;
        return 8;
    }

    /// <summary>110xxxxx 10xxxxxx, eight times: 16 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteTwoBytes8(Vector128<ushort> units, ref byte destination)
    {
        Vector128<ushort> lead = units >>> 6;
        Vector128<ushort> trail = (units & Vector128.Create((ushort)0x3F)) << 8;
        (lead | trail | Vector128.Create((ushort)0x80C0)).AsByte().StoreUnsafe(ref destination);
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
        Vector128<byte> first = Vector128.Shuffle(front, Vector128.Create(0, 1, None, 2, 3, None, 4, 5, None, 6, 7, None, None, None, None, None))
            | Vector128.Shuffle(back, Vector128.Create(None, None, 0, None, None, 2, None, None, 4, None, None, 6, None, None, None, None));
        Vector128<byte> second = Vector128.Shuffle(front, Vector128.Create(8, 9, None, 10, 11, None, 12, 13, None, 14, 15, None, None, None, None, None))
            | Vector128.Shuffle(back, Vector128.Create(None, None, 8, None, None, 10, None, None, 12, None, None, 14, None, None, None, None));
        first.StoreUnsafe(ref destination);
        second.StoreUnsafe(ref destination, 12);
    }

    /// <summary>A unit that is no half of a pair. Touches eight bytes; returns the bytes that count.</summary>
    private static int EncodeOne(uint unit, ref byte destination, ref ulong allowedBmp)
    {
        Debug.Assert(unit is >= 0x80 and <= 0xFFFF);
        if (((Unsafe.Add(ref allowedBmp, unit >> 6) >> (int)unit) & 1) == 0)
        {
            HexEscapes.Write(char.IsSurrogate((char)unit) ? Replacement : unit, ref destination);
            return HexEscapes.Length;
        }
        if (unit < 0x800)
        {
            Store(ref destination, 0x80C0 | (unit >> 6) | ((unit & 0x3F) << 8));
            return 2;
        }
        Store(ref destination, 0x80_80_E0 | (unit >> 12) | (((unit >> 6) & 0x3F) << 8) | ((unit & 0x3F) << 16));
        return 3;
    }
}
