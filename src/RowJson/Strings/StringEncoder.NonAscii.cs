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

    /// <summary>ASCII blocks in a row after which text counts as ASCII again and goes back to wide blocks: 4 × 8 characters.</summary>
    private const int CalmBlocks = 4;

    /// <summary>
    /// Encodes from a non-ASCII unit at <paramref name="i"/> on, until the text is ASCII again or <paramref name="end"/> is
    /// reached; returns where it stopped, at least one unit further.
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
            // Runs of one kind first, in loops with little in them.
            if (Avx512Vbmi2.IsSupported && !escapesAll)
            {
                i = TranscodeAllowed(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint allowed, escapes);
                at += allowed;
                if (i >= end) break;
            }
            if (Vector128.IsHardwareAccelerated && length - i >= 8)
            {
                i = escapesAll
                    ? EscapeRun(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint more)
                    : TranscodeRun(source, i, end, length, ref Unsafe.Add(ref destination, at), out more, escapes);
                at += more;
                if (i >= end) break;
            }

            // A block of several kinds, or the string's last units.
            ref byte here = ref Unsafe.Add(ref destination, at);
            int taken = Math.Min(length - i, 8);
            if (Avx512Vbmi2.IsSupported)
            {
                Vector128<ushort> units = taken == 8 ? Vector128.Load(source + i) : LoadTo7(source + i, taken, '\0');
                Classify8(units, escapes, ref allowedBmp, out uint nonAscii, out uint escaped, out uint special);
                if (nonAscii == 0) break;
                uint lone = Lone8(units);

                // A branch, so that the next block need not wait for this one's mask.
                if (lone != 0) taken = Math.Min(BitOperations.TrailingZeroCount(lone), taken);
                at += Encode8(units, escaped, special, taken, ref here, escapes);
                if (taken == 0) at += EncodeOne(source + i, length - i, ref here, ref allowedBmp, out taken);
            }
            else if (Vector128.IsHardwareAccelerated && taken == 8)
            {
                Vector128<ushort> units = Vector128.Load(source + i);
                if (NonAscii8(units) == 0) break;
                if (escapesAll && Lone8(units) == 0) at += EscapeMixed8(source + i, ref here, escapes);
                else at += EncodeEach(source + i, taken, length - i, ref here, ref allowedBmp, escapes, out taken);
            }
            else at += EncodeEach(source + i, taken, length - i, ref here, ref allowedBmp, escapes, out taken);
            i += taken;
        }
        written = at;
        return i;
    }

    /// <summary>
    /// A short string that is not plain. As its blocks do not depend on where they are written, one cell need not wait for
    /// the one before. Returns the bytes written, or -1 where a surrogate is lone or its other half in the next block.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeShort(ushort* source, int length, ref byte destination, EscapeTable escapes)
    {
        Debug.Assert(Avx512Vbmi2.IsSupported && length <= ShortLength);
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        int at = 0;
        int i = 0;
        if (!escapes.EscapesAllNonAscii)
        {
            i = TranscodeAllowed(source, 0, length, length, ref destination, out nint allowed, escapes);
            at = (int)allowed;
        }
        for (; i < length; i += 8)
        {
            int count = Math.Min(length - i, 8);
            Vector128<ushort> units = count == 8 ? Vector128.Load(source + i) : LoadTo7(source + i, count, '\0');
            Classify8(units, escapes, ref allowedBmp, out _, out uint escaped, out uint special);
            if (Lone8(units) != 0) return -1;
            at += Encode8(units, escaped, special, count, ref Unsafe.Add(ref destination, at), escapes);
        }
        return at;
    }

    /// <summary>Blocks of eight in which every unit is escaped, pairs of surrogates among them.</summary>
    private static int EscapeRun(ushort* source, int i, int end, int length, ref byte destination, out nint written)
    {
        nint at = 0;
        for (; i < end && length - i >= 8; i += 8)
        {
            Vector128<ushort> units = Vector128.Load(source + i);
            if (NonAscii8(units) != All8) break;
            uint lone = Lone8(units);
            if ((lone & 0x7F) != 0) break;
            HexEscapes.Write8(units, ref Unsafe.Add(ref destination, at));
            at += HexEscapes.LengthOf8;
            if (lone == 0) continue;

            // The last is the first half of a pair, or lone: it is done again with what follows.
            at -= HexEscapes.Length;
            i--;
        }
        written = at;
        return i;
    }

    /// <summary>Blocks of eight in which every unit stands as it is.</summary>
    private static int TranscodeRun(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        nint at = 0;
        int calm = 0;
        for (; i < end && length - i >= 8; i += 8)
        {
            Vector128<ushort> units = Vector128.Load(source + i);
            if (!AreAllowed8(units, ref allowedBmp)) break;
            ref byte here = ref Unsafe.Add(ref destination, at);
            uint nonAscii = NonAscii8(units);
            uint wide = Vector128.GreaterThan(units, Vector128.Create((ushort)0x7FF)).ExtractMostSignificantBits();
            if (wide == All8)
            {
                WriteThreeBytes8(units, ref here);
                at += 24;
            }
            else if (nonAscii == 0)
            {
                if (++calm == CalmBlocks) break;
                Vector128.NarrowWithSaturation(units, units).StoreUnsafe(ref here);
                at += 8;
                continue;
            }
            else if (Avx512Vbmi2.IsSupported) at += Encode8(units, 0, 0, 8, ref here, escapes);
            else at += TranscodeMixed8(units, nonAscii, wide, ref here);
            calm = 0;
        }
        written = at;
        return i;
    }

    /// <summary>One scalar, outside ASCII. Touches 6 + 8 bytes at most; returns the bytes that count.</summary>
    private static int EncodeOne(ushort* source, int length, ref byte destination, ref ulong allowedBmp, out int taken)
    {
        uint unit = *source;
        Debug.Assert(length > 0 && unit >= 0x80);
        taken = 1;
        if ((Bits(unit, ref allowedBmp) & 1) != 0)
        {
            if (unit < 0x800)
            {
                Digits.Store(ref destination, 0x80_C0 | (unit >> 6) | ((unit & 0x3F) << 8));
                return 2;
            }
            Digits.Store(ref destination, 0x80_80_E0 | (unit >> 12) | (((unit >> 6) & 0x3F) << 8) | ((unit & 0x3F) << 16));
            return 3;
        }
        if (!char.IsSurrogate((char)unit))
        {
            HexEscapes.Write(unit, ref destination);
            return HexEscapes.Length;
        }
        if (length == 1 || !char.IsSurrogatePair((char)unit, (char)source[1]))
        {
            HexEscapes.Write(Replacement, ref destination);
            return HexEscapes.Length;
        }

        // No encoder of the framework's allows anything above U+FFFF.
        HexEscapes.Write(unit, ref destination);
        HexEscapes.Write(source[1], ref Unsafe.Add(ref destination, HexEscapes.Length));
        taken = 2;
        return 2 * HexEscapes.Length;
    }
}
