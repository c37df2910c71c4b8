namespace RowJson;

// Arithmetic on the masks of a block of text, bit n for byte n.
// The drawings have byte 0 on the left, as text is read: a shift to the left moves bits to the right.
internal static class TextBlockMasks
{
    // Bit n of the result is the parity of bits 0 to n: from quotes, the bytes within strings, opening quotes included and closing quotes
    // not. (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019.)
    //     text        {"a b": "x>y", "c": [1, 2 ] }
    //     quotes      .1...1..1...1..1.1...........
    //     result      .1111...1111...11............
    // The carry-less product with all ones is the exclusive or of the word and all its shifts to the left.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PrefixXor(ulong bits)
    {
        if (Pclmulqdq.IsSupported)
            return Pclmulqdq.CarrylessMultiply(Vector128.CreateScalarUnsafe(bits), Vector128<ulong>.AllBitsSet, 0).ToScalar();

        bits ^= bits << 1;
        bits ^= bits << 2;
        bits ^= bits << 4;
        bits ^= bits << 8;
        bits ^= bits << 16;
        return bits ^ (bits << 32);
    }

    // All ones if byte length - 1 is within a string, else zero: what follows begins there.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong InStringAfter(ulong strings, int length) =>
        (ulong)((long)(strings << (TextBlock.Size - length)) >> (TextBlock.Size - 1));

    // The bytes that are escaped: those after a backslash that is not escaped itself.
    // In a run of backslashes every second one is escaped. A run's first bit, subtracted from the bits at odd places, shows by borrows
    // whether its end is at an odd distance (simdjson).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindEscaped(ulong backslashes)
    {
        const ulong odd = 0xAAAA_AAAA_AAAA_AAAA;
        ulong ends = (((backslashes << 1) | odd) - backslashes) ^ odd;
        return ends ^ backslashes;
    }

    // A mask of the first bytes of a block, 0 to 64. (A shift by 64 would be a shift by 0.)
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FirstBits(int length) => length == TextBlock.Size ? ulong.MaxValue : (1UL << length) - 1;

    // Carries each bit that falls on a byte to be dropped on to the next byte that is kept. A bit that is added at the beginning of a run
    // of ones ripples to the run's end. So a comma finds what follows it after whitespace; here that is a bracket, and the comma trails:
    //     text                    [1,  ],2
    //     bits (after commas)     ...1...1
    //     drop                    ...11...
    //     bits & drop             ...1....
    //     + drop                  .....1..     1 + 11 in binary, from left to right
    //     & ~drop                 .....1..
    //     result                  ...1.1.1
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FollowThrough(ulong bits, ulong drop) => bits | (((bits & drop) + drop) & ~drop);

    // The commas after row ends. Returns false unless each row ends with a bracket, followed by a comma and a bracket, all within the block
    // and with nothing else kept between them.
    //     text               2 }, {"a":[3]}, {"a":
    //     closes             ..1.........11.......     the one in the middle leaves depth 1
    //     opens              .....1....1.....1....
    //     kept               1.11.1111111111.11111
    //
    //     close              ..1..................     of the first row
    //     next               .....1....1.....1....     the brackets that open after it
    //     next - 1           11111.....1.....1....
    //     & ~next            11111................     what is before the first of them
    //     between            ...1.................     and kept, and after the close: the comma
    //
    //     separators         ...1..........1......
    // opens: the brackets that open, outside of strings.
    // kept: the bytes that will be written.
    // depth: the brackets open before the block.
    public static bool FindSeparators(ulong opens, ulong closes, ulong commas, ulong kept, int depth, out ulong separators)
    {
        separators = 0;
        if (depth == 0) return false;
        for (; closes != 0; closes &= closes - 1)
        {
            ulong close = closes & (0 - closes);
            depth--;
            if (depth + BitOperations.PopCount(opens & (close - 1)) > 0) continue;

            // From the closing bracket to the next opening one, neither included.
            ulong next = opens & ~(close | (close - 1));
            ulong between = kept & (next - 1) & ~next & ~(close | (close - 1));
            if (next == 0 || (between & commas) != between || !BitOperations.IsPow2(between)) return false;
            separators |= between;
        }
        return true;
    }

    // Whether brackets nest no deeper than allowed.
    public static bool FitsDepth(ulong opens, ulong closes, int depth, int maxDepth)
    {
        if (depth + BitOperations.PopCount(opens) <= maxDepth) return true;

        // Brackets of both kinds may alternate: count at each opening one.
        for (; opens != 0; opens &= opens - 1)
        {
            depth++;
            ulong before = (1UL << BitOperations.TrailingZeroCount(opens)) - 1;
            if (depth - BitOperations.PopCount(closes & before) > maxDepth) return false;
        }
        return true;
    }
}
