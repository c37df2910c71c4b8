namespace RowJson;

// Text outside ASCII, eight code units at a time. Each unit becomes one of: itself (ASCII), two or three bytes of UTF-8 (what the encoder
// allows), or \uXXXX (the rest, including both halves of every surrogate pair).
internal static unsafe partial class StringEncoder
{
    // ASCII blocks in a row after which text counts as ASCII again and goes back to wide blocks: 4 × 8 characters.
    private const int AsciiBlocksBeforeWide = 4;

    // The bits of eight units, all but the last one: a high surrogate there may be the first half of a pair.
    private const uint AllButLast8 = All8 >> 1;

    // Encodes from a non-ASCII unit at i on, until the text is ASCII again or ends; returns where it stopped, at least one unit further.
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
            // Runs of one kind come first, in small loops.
            if (Avx512Vbmi2.IsSupported && !escapesAll)
            {
                i = TranscodeAllowed(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint allowed, escapes);
                at += allowed;
                if (i >= end) break;
            }
            if (length - i >= Units128)
            {
                i = escapesAll
                    ? EscapeRun(source, i, end, length, ref Unsafe.Add(ref destination, at), out nint more)
                    : TranscodeRun(source, i, end, length, ref Unsafe.Add(ref destination, at), out more, escapes);
                at += more;
                if (i >= end) break;
            }

            // A block of several kinds, or the string's last units.
            ref byte here = ref Unsafe.Add(ref destination, at);
            int taken = Math.Min(length - i, Units128);
            if (Avx512Vbmi2.IsSupported)
            {
                Vector128<ushort> units = taken == Units128 ? Vector128.Load(source + i) : LoadTo7(source + i, taken, '\0');
                Classify8(units, escapes, ref allowedBmp, out uint nonAscii, out uint escaped, out uint special);
                if (nonAscii == 0) break;
                uint lone = LoneSurrogates8(units);

                // A branch, so that the next block need not wait for this one's mask.
                if (lone != 0) taken = Math.Min(BitOperations.TrailingZeroCount(lone), taken);
                at += Encode8(units, escaped, special, taken, ref here, escapes);
                if (taken == 0) at += EncodeOne(source + i, length - i, ref here, ref allowedBmp, out taken);
            }
            else if (taken == Units128 && NonAscii8(Vector128.Load(source + i)) == 0) break;
            else if (taken == Units128 && escapesAll && LoneSurrogates8(Vector128.Load(source + i)) == 0)
                at += EscapeMixed8(source + i, ref here, escapes);
            else at += EncodeEach(source + i, taken, length - i, ref here, ref allowedBmp, escapes, out taken);
            i += taken;
        }
        written = at;
        return i;
    }

    // Blocks of eight in which every unit is escaped, including pairs of surrogates.
    private static int EscapeRun(ushort* source, int i, int end, int length, ref byte destination, out nint written)
    {
        nint at = 0;
        for (; i < end && length - i >= Units128; i += Units128)
        {
            Vector128<ushort> units = Vector128.Load(source + i);
            if (NonAscii8(units) != All8) break;
            uint lone = LoneSurrogates8(units);
            if ((lone & AllButLast8) != 0) break;
            HexEscapes.Write8(units, ref Unsafe.Add(ref destination, at));
            at += HexEscapes.LengthOf8;
            if (lone == 0) continue;

            // The last unit is the first half of a pair, or a lone surrogate: it is done again with what follows.
            at -= HexEscapes.Length;
            i--;
        }
        written = at;
        return i;
    }

    // Blocks of eight in which every unit is written as it is.
    private static int TranscodeRun(
        ushort* source, int i, int end, int length, ref byte destination, out nint written, EscapeTable escapes)
    {
        ref ulong allowedBmp = ref MemoryMarshal.GetArrayDataReference(escapes.AllowedBmp);
        nint at = 0;
        int asciiBlocks = 0;
        for (; i < end && length - i >= Units128; i += Units128)
        {
            Vector128<ushort> units = Vector128.Load(source + i);
            if (!AreAllowed8(units, ref allowedBmp)) break;
            ref byte here = ref Unsafe.Add(ref destination, at);
            uint nonAscii = NonAscii8(units);
            uint wide = Vector128.GreaterThan(units, Vector128.Create((ushort)0x7FF)).ExtractMostSignificantBits();
            if (wide == All8)
            {
                WriteThreeBytes8(units, ref here);
                at += ThreeBytes8;
            }
            else if (nonAscii == 0)
            {
                if (++asciiBlocks == AsciiBlocksBeforeWide) break;
                Vector128.NarrowWithSaturation(units, units).StoreUnsafe(ref here);
                at += Units128;
                continue;
            }
            else if (Avx512Vbmi2.IsSupported) at += Encode8(units, 0, 0, Units128, ref here, escapes);
            else at += TranscodeMixed8(units, nonAscii, wide, ref here);
            asciiBlocks = 0;
        }
        written = at;
        return i;
    }
}
