namespace RowJson;

// Which characters outside ASCII an encoder writes as they are, asked for eight UTF-16 code units at a time. Immutable.
internal sealed class AllowedUnits
{
    private const int BitsPerWord = 64;

    // Words of the bit map for a page of 4,096 code units: 65,536 / 4,096 = 16 pages, as many as a vector has bytes.
    private const int WordsPerPage = 4096 / BitsPerWord;

    private const int AsciiWords = 0x80 / BitsPerWord;

    // Divide by the 32 bits of a half word.
    private const int HalfShift = 5;
    private const uint HalfMask = (1u << HalfShift) - 1;

    private readonly ulong[] _allowed;
    private readonly bool _allowsNone;
    private readonly Vector128<byte> _wholePages;

    // allowedBmp: escapeTable.AllowedBmp, which is kept.
    public AllowedUnits(ulong[] allowedBmp)
    {
        _allowed = allowedBmp;
        _allowsNone = IndexOfOther(0, AsciiWords) == _allowed.Length;
        if (_allowsNone) return;
        var whole = new byte[Vector128<byte>.Count];
        for (int page = 0; page < whole.Length; page++)
        {
            bool isWhole = IndexOfOther(ulong.MaxValue, page * WordsPerPage) >= (page + 1) * WordsPerPage;
            if (isWhole) whole[page] = byte.MaxValue;
        }
        _wholePages = Vector128.LoadUnsafe(ref whole[0]);
    }

    // The first word from an index on that is not this one.
    private int IndexOfOther(ulong word, int start)
    {
        int i = start;
        while (i < _allowed.Length && _allowed[i] == word) i++;
        return i;
    }

    // Bit n is set where unit n is written as it is, for n below count.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Find(Vector128<ushort> units, int count)
    {
        if (_allowsNone) return 0;

        // Ideographs and Hangul: most of their pages of 4,096 are allowed as a whole. A unit's four highest bits are its page, which the
        // shuffle looks up in the lower byte of each unit; the upper byte, of which the mask takes the sign, gets it by a shift.
        //   unit 4E2D   >>> 12  0004   whole page 4   xxFF   << 8  FF00   bit 1
        Vector128<ushort> inWholePage = ByteShuffle.Select(_wholePages, (units >>> 12).AsByte()).AsUInt16() << 8;
        uint mask = inWholePage.ExtractMostSignificantBits();
        uint others = ~mask & ((1u << count) - 1);
        if (others == 0) return mask;
        return Avx2.IsSupported ? TestAll(units) : mask | TestEach(units, others);
    }

    // Gathers eight half words of the bit map and shifts each unit's bit to the sign.
    // A half word has 32 bits. A unit's upper 11 bits are its index, below 65,536 / 32; its lower five are the number of its bit, which is
    // 31 - number below the sign:
    //     unit 4E2D        01001110001 01101
    //     half word        0x271
    //     shift left by    31 - 13 = 18          ~unit & 31
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private unsafe uint TestAll(Vector128<ushort> units)
    {
        Vector256<uint> wide = Avx2.ConvertToVector256Int32(units).AsUInt32();
        fixed (ulong* words = _allowed)
        {
            Vector256<uint> halves = Avx2.GatherVector256((uint*)words, (wide >>> HalfShift).AsInt32(), sizeof(uint));
            Vector256<uint> toSign = Vector256.AndNot(Vector256.Create(HalfMask), wide);
            return Avx2.ShiftLeftLogicalVariable(halves, toSign).ExtractMostSignificantBits();
        }
    }

    private uint TestEach(Vector128<ushort> units, uint which)
    {
        ulong low = units.AsUInt64().ToScalar();
        ulong high = units.AsUInt64().GetElement(1);
        uint mask = 0;
        for (; which != 0; which &= which - 1)
        {
            int i = BitOperations.TrailingZeroCount(which);
            uint unit = (ushort)((i < 4 ? low : high) >> (16 * (i & 3)));
            mask |= (uint)(_allowed[unit / BitsPerWord] >> (int)(unit % BitsPerWord) & 1) << i;
        }
        return mask;
    }
}
