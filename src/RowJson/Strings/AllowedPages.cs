namespace RowJson;

// Which characters outside ASCII an encoder writes as they are, page by page: the 64 characters of a page differ only in the last byte of
// their UTF-8. Classifies the 64 bytes of a block at once. Immutable. Two bits are kept for each page: all of it is allowed, or all but its
// first character (U+3000, a space, before the punctuation of Chinese and Japanese; U+FF00, unassigned, before their wide forms). All
// characters of one more page are known, U+2000 with the typographic quotes and dashes among spaces. Nothing is known here of other pages,
// and the caller asks elsewhere. The pages below U+0080, for which one byte is enough, and the surrogates count as not allowed. The look-up
// of a page takes 7 bits of an index in 128 bytes; each byte holds the bits of 8 pages:
//     U+4E2D                      中
//     UTF-8                       E4        B8        AD
//                             1110aaaa  10bbbccc  10dddddd
//                                 0100    111000    101101      page aaaabbbccc = 0x4E2D / 64 = 0x138, character dddddd = 0x2D
//     index                       aaaabbb = 0100111             byte 0x27 of the two vectors: pages 0x138 to 0x13F
//     bit                             ccc = 000                 of that byte
internal sealed class AllowedPages
{
    // The bytes that are classified at once: a bit of a word for each.
    public const int BlockSize = 64;

    private const int PageSize = 64;
    private const int PageCount = 0x10000 / PageSize;
    private const int PagesPerByte = 8;

    // The first page after ASCII, and the first of sequences of three bytes. A lead of two bytes, C0 to DF, stands for a page.
    private const int FirstOfTwoBytes = 0x80 / PageSize, FirstOfThreeBytes = 0x800 / PageSize;

    private const int PunctuationPage = 0x2000 / PageSize;

    private const ulong AllAllowed = ulong.MaxValue;
    private const ulong AllButFirstAllowed = AllAllowed - 1;

    // One bit for each of 1,024 pages: 128 bytes in two vectors.
    private readonly Vector512<byte> _wholeFirstHalf;
    private readonly Vector512<byte> _wholeSecondHalf;
    private readonly Vector512<byte> _allButFirstFirstHalf;
    private readonly Vector512<byte> _allButFirstSecondHalf;

    // U+2000 to U+203F, by the six lowest bits of the third byte: all ones where it is allowed.
    private readonly Vector512<byte> _punctuation;

    // ASCII, by character: all ones where it is allowed.
    private readonly Vector512<byte> _asciiFirstHalf;
    private readonly Vector512<byte> _asciiSecondHalf;

    // By the six lowest bits of a lead of two bytes: all ones where its page is whole.
    private readonly Vector512<byte> _wholeOfTwo;

    // For 256 bits, by the lower nibble of a lead byte, which leads begin only what is allowed: bit 6 for C0–CF, 5 for D0–DF, 7 for E0–EF.
    public readonly VectorBytes32 Leads;

    // allowedBmp: EscapeTable.AllowedBmp, a word for each page.
    // asciiNeedsEscaping: what EscapeTable.NeedsEscaping says of the ASCII characters.
    public AllowedPages(ReadOnlySpan<ulong> allowedBmp, ReadOnlySpan<bool> asciiNeedsEscaping)
    {
        // Arrays: see EscapeTable.ColumnsOf.
        var whole = new byte[PageCount / PagesPerByte];
        var allButFirst = new byte[PageCount / PagesPerByte];
        var two = new byte[PageSize];
        var punctuation = new byte[PageSize];
        var ascii = new byte[2 * Vector512<byte>.Count];
        for (int page = FirstOfTwoBytes; page < PageCount; page++)
        {
            ulong allowed = allowedBmp[page];
            byte bit = (byte)(1 << (page % PagesPerByte));
            if (page < FirstOfThreeBytes) two[page] = MaskIf(allowed == AllAllowed);
            else if (allowed == AllAllowed) whole[page / PagesPerByte] |= bit;
            else if (allowed == AllButFirstAllowed) allButFirst[page / PagesPerByte] |= bit;
        }
        for (int c = 0; c < punctuation.Length; c++) punctuation[c] = MaskIf((allowedBmp[PunctuationPage] >> c & 1) != 0);
        for (int c = 0; c < ascii.Length; c++) ascii[c] = MaskIf(!asciiNeedsEscaping[c]);
        _wholeFirstHalf = Vector512.LoadUnsafe(ref whole[0]);
        _wholeSecondHalf = Vector512.LoadUnsafe(ref whole[Vector512<byte>.Count]);
        _allButFirstFirstHalf = Vector512.LoadUnsafe(ref allButFirst[0]);
        _allButFirstSecondHalf = Vector512.LoadUnsafe(ref allButFirst[Vector512<byte>.Count]);
        _punctuation = Vector512.LoadUnsafe(ref punctuation[0]);
        _asciiFirstHalf = Vector512.LoadUnsafe(ref ascii[0]);
        _asciiSecondHalf = Vector512.LoadUnsafe(ref ascii[Vector512<byte>.Count]);
        _wholeOfTwo = Vector512.LoadUnsafe(ref two[0]);
        Leads = VectorBytes32.Of(FindLeads(allowedBmp));
    }

    private static byte[] FindLeads(ReadOnlySpan<ulong> allowedBmp)
    {
        const byte ofC = 0x40, ofD = 0x20, ofE = 0x80;
        var leads = new byte[VectorBytes32.Length];
        for (int nibble = 0; nibble < EscapeTable.NibbleCount; nibble++)
        {
            // A lead of two bytes is one page, of three 64 pages. C0 and C1, which would be ASCII, lead nothing, and E0 not all its pages.
            byte bits = 0;
            if (nibble >= FirstOfTwoBytes && allowedBmp[nibble] == AllAllowed) bits |= ofC;
            if (allowedBmp[EscapeTable.NibbleCount + nibble] == AllAllowed) bits |= ofD;
            if (!allowedBmp.Slice(PageSize * nibble, PageSize).ContainsAnyExcept(AllAllowed)) bits |= ofE;
            leads[nibble] = leads[EscapeTable.NibbleCount + nibble] = bits;
        }
        return leads;
    }

    // The bytes of well-formed sequences that are within the block and allowed. complete is where a sequence that the block's end cuts
    // begins, or 64.
    //     text             a     中       ж     …       b     中
    //                      61 E4 B8 AD D0 B6 E2 80 A6 62 E4 B8      (a block of 12 bytes)
    //     leads of three   .  1  .  .  .  .  1  .  .  .  1  .
    //     leads of two     .  .  .  .  1  .  .  .  .  .  .  .
    //     continuations    .  .  1  1  .  1  .  1  1  .  .  1
    //     complete                                       ^         10: the last sequence is cut
    //     result           .  1  1  1  1  1  1  1  1  .  .  .      if all three are allowed
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(Vector512<byte> text, out int complete)
    {
        // Each byte with the two after it. At the block's end these are wrong, but what begins there is cut.
        Vector512<byte> second = Avx512Vbmi.PermuteVar64x8(text, Vector512<byte>.Indices + Vector512<byte>.One);
        Vector512<byte> third = Avx512Vbmi.PermuteVar64x8(text, Vector512<byte>.Indices + Vector512.Create((byte)2));

        // The index aaaabbb and the bit ccc, as drawn above.
        Vector512<byte> index = ((text.AsUInt16() << 3).AsByte() & Vector512.Create((byte)0b0111_1000))
            | ((second.AsUInt16() >>> 3).AsByte() & Vector512.Create((byte)0b0000_0111));
        ulong threeAllowed = OnAllowedPage(index, second, isFirst: Vector512.Equals(third, Vector512.Create((byte)0x80)));
        // U+2000 to U+203F: E2 80 10dddddd.
        ulong isPunctuation = Equal(text, 0xE2) & Equal(second, 0x80);
        threeAllowed |= isPunctuation & Avx512Vbmi.PermuteVar64x8(_punctuation, third).ExtractMostSignificantBits();
        ulong twoAllowed = Avx512Vbmi.PermuteVar64x8(_wholeOfTwo, text).ExtractMostSignificantBits();

        ulong continuations = Equal(text & Vector512.Create((byte)0xC0), 0x80);
        ulong leadsThree = Equal(text & Vector512.Create((byte)0xF0), 0xE0);
        ulong leadsTwo = Equal(text & Vector512.Create((byte)0xE0), 0xC0);
        ulong three = leadsThree & threeAllowed & (continuations >> 1) & (continuations >> 2);
        ulong two = leadsTwo & twoAllowed & (continuations >> 1);

        const ulong Last = 1UL << (BlockSize - 1);
        complete = ((leadsTwo | leadsThree) & Last) != 0 ? BlockSize - 1
            : ((leadsThree << 1) & continuations & Last) != 0 ? BlockSize - 2
            : BlockSize;
        return three | (three << 1) | (three << 2) | two | (two << 1);
    }

    // Whether all 32 code units are known to be allowed. Surrogates never are.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AllowAll(Vector512<ushort> units)
    {
        // A unit is aaaabbbcccdddddd, as drawn above. What a look-up says of a unit that it is not meant for is masked out.
        Vector512<byte> index = Narrow(units >>> 9);
        Vector512<byte> place = Narrow(units) & Vector512.Create((byte)(PageSize - 1));
        Vector512<byte> page = Narrow(units >>> 6);
        ulong allowed = OnAllowedPage(index, page, isFirst: Vector512.Equals(place, Vector512<byte>.Zero));

        ulong isPunctuation = Vector512.Equals(units >>> 6, Vector512.Create((ushort)PunctuationPage)).ExtractMostSignificantBits();
        allowed |= isPunctuation & Avx512Vbmi.PermuteVar64x8(_punctuation, place).ExtractMostSignificantBits();
        ulong isShort = Vector512.LessThan(units, Vector512.Create((ushort)0x800)).ExtractMostSignificantBits();
        allowed |= isShort & Avx512Vbmi.PermuteVar64x8(_wholeOfTwo, page).ExtractMostSignificantBits();
        ulong isAscii = Vector512.LessThan(units, Vector512.Create((ushort)0x80)).ExtractMostSignificantBits();
        allowed |= isAscii & Avx512Vbmi.PermuteVar64x8x2(_asciiFirstHalf, Narrow(units), _asciiSecondHalf).ExtractMostSignificantBits();
        return (uint)allowed == uint.MaxValue;
    }

    // The characters that a page of three-byte sequences allows: all of them, or all but the first.
    // page: ccc in the three lowest bits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong OnAllowedPage(Vector512<byte> index, Vector512<byte> page, Vector512<byte> isFirst)
    {
        Vector512<byte> whole = Avx512Vbmi.PermuteVar64x8x2(_wholeFirstHalf, index, _wholeSecondHalf);
        Vector512<byte> allButFirst = Avx512Vbmi.PermuteVar64x8x2(_allButFirstFirstHalf, index, _allButFirstSecondHalf);
        Vector512<byte> bits = Vector512.Create(EscapeTable.RowBits).AsByte();
        Vector512<byte> bit = Avx512BW.Shuffle(bits, page & Vector512.Create((byte)0b0000_0111));
        return ~Vector512.Equals((whole | Vector512.AndNot(allButFirst, isFirst)) & bit, Vector512<byte>.Zero).ExtractMostSignificantBits();
    }

    private static byte MaskIf(bool condition) => condition ? byte.MaxValue : (byte)0;

    // The lower bytes, in the lower half.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Narrow(Vector512<ushort> units) => Avx512BW.ConvertToVector256Byte(units).ToVector512Unsafe();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Equal(Vector512<byte> bytes, byte value) =>
        Vector512.Equals(bytes, Vector512.Create(value)).ExtractMostSignificantBits();
}
