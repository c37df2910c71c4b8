using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>
/// Which characters outside ASCII an encoder lets stand, page by page: the 64 characters of a page differ in the last byte of
/// their UTF-8 only. Judges the 64 bytes of a block at once. Immutable.
/// </summary>
/// <remarks>
/// Two bits say all about a page: it may stand as a whole, or all of it but its first character (U+3000, a space, before the
/// punctuation of Chinese and Japanese; U+FF00, which is none, before their wide forms). Of one more page, the typographic quotes and
/// dashes among spaces, all characters are known; of others nothing is known here.
/// The pages below U+0080, which two bytes would do for, and the surrogates count as such.
/// </remarks>
internal sealed class Utf8AllowedPages
{
    private const int Pages = 0x10000 / 64;

    /// <summary>Sequences of two bytes have 32 leads, C0 to DF, each of which is a page; longer ones begin from here on.</summary>
    private const int ThreeByteFrom = 0x800 / 64;

    private const int Punctuation = 0x2000 / 64;

    // A bit each of 1,024 pages: the look-up takes seven bits of an index, the eight pages of a byte the other three.
    private readonly Vector512<byte> _wholeFirstHalf;
    private readonly Vector512<byte> _wholeSecondHalf;
    private readonly Vector512<byte> _allButFirstFirstHalf;
    private readonly Vector512<byte> _allButFirstSecondHalf;

    /// <summary>U+2000 to U+203F, by the six lowest bits of the third byte: all ones where it may stand.</summary>
    private readonly Vector512<byte> _punctuation;

    // ASCII, by character: all ones where it may stand.
    private readonly Vector512<byte> _asciiFirstHalf;
    private readonly Vector512<byte> _asciiSecondHalf;

    /// <summary>By the six lowest bits of a lead of two bytes: all ones where its page is whole.</summary>
    private readonly Vector512<byte> _wholeOfTwo;

    public Utf8AllowedPages(EscapeTable escapes)
    {
        Span<byte> whole = stackalloc byte[Pages / 8];
        Span<byte> allButFirst = stackalloc byte[Pages / 8];
        Span<byte> two = stackalloc byte[64];
        Span<byte> punctuation = stackalloc byte[64];
        Span<byte> ascii = stackalloc byte[128];
        whole.Clear();
        allButFirst.Clear();
        two.Clear();
        for (int page = 2; page < Pages; page++)
        {
            ulong allowed = escapes.AllowedBmp[page];
            if (page < ThreeByteFrom) two[page] = allowed == ulong.MaxValue ? (byte)0xFF : (byte)0;
            else if (allowed == ulong.MaxValue) whole[page >> 3] |= (byte)(1 << (page & 7));
            else if (allowed == ulong.MaxValue - 1) allButFirst[page >> 3] |= (byte)(1 << (page & 7));
        }
        for (int c = 0; c < punctuation.Length; c++) punctuation[c] = (byte)(0 - (escapes.AllowedBmp[Punctuation] >> c & 1));
        for (int c = 0; c < ascii.Length; c++) ascii[c] = escapes.AsciiEscape(c) is null ? (byte)0xFF : (byte)0;
        _wholeFirstHalf = Vector512.Create<byte>(whole);
        _wholeSecondHalf = Vector512.Create<byte>(whole[64..]);
        _allButFirstFirstHalf = Vector512.Create<byte>(allButFirst);
        _allButFirstSecondHalf = Vector512.Create<byte>(allButFirst[64..]);
        _punctuation = Vector512.Create<byte>(punctuation);
        _asciiFirstHalf = Vector512.Create<byte>(ascii);
        _asciiSecondHalf = Vector512.Create<byte>(ascii[64..]);
        _wholeOfTwo = Vector512.Create<byte>(two);
    }

    /// <summary>
    /// The bytes of well-formed sequences, all of which lies in the block, that may stand. <paramref name="complete"/> is where a
    /// sequence begins that the block's end cuts, or 64.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(Vector512<byte> text, out int complete)
    {
        // Each byte with the two behind it; the last ones' are wrong, but what begins there is cut.
        Vector512<byte> second = Avx512Vbmi.PermuteVar64x8(text, Vector512<byte>.Indices + Vector512<byte>.One);
        Vector512<byte> third = Avx512Vbmi.PermuteVar64x8(text, Vector512<byte>.Indices + Vector512.Create((byte)2));

        // 1110aaaa 10bbbccc 10dddddd is character d of page aaaabbbccc: the index is aaaabbb, the bit ccc.
        Vector512<byte> index = ((text.AsUInt16() << 3).AsByte() & Vector512.Create((byte)0x78))
            | ((second.AsUInt16() >>> 3).AsByte() & Vector512.Create((byte)0x07));
        Vector512<byte> whole = Avx512Vbmi.PermuteVar64x8x2(_wholeFirstHalf, index, _wholeSecondHalf);
        Vector512<byte> allButFirst = Avx512Vbmi.PermuteVar64x8x2(_allButFirstFirstHalf, index, _allButFirstSecondHalf);
        Vector512<byte> isFirst = Vector512.Equals(third, Vector512.Create((byte)0x80));
        Vector512<byte> bits = Vector512.Create(0x8040_2010_0804_0201UL).AsByte();
        Vector512<byte> bit = Avx512BW.Shuffle(bits, second & Vector512.Create((byte)0x07));
        ulong threeMayStand = NonZero((whole | Vector512.AndNot(allButFirst, isFirst)) & bit);
        // U+2000 to U+203F: E2 80 10dddddd.
        ulong isPunctuation = Equal(text, 0xE2) & Equal(second, 0x80);
        threeMayStand |= isPunctuation & Avx512Vbmi.PermuteVar64x8(_punctuation, third).ExtractMostSignificantBits();
        ulong twoMayStand = Avx512Vbmi.PermuteVar64x8(_wholeOfTwo, text).ExtractMostSignificantBits();

        ulong follows = Equal(text & Vector512.Create((byte)0xC0), 0x80);
        ulong leadsThree = Equal(text & Vector512.Create((byte)0xF0), 0xE0);
        ulong leadsTwo = Equal(text & Vector512.Create((byte)0xE0), 0xC0);
        ulong three = leadsThree & threeMayStand & (follows >> 1) & (follows >> 2);
        ulong two = leadsTwo & twoMayStand & (follows >> 1);

        const ulong Last = 1UL << 63;
        complete = ((leadsTwo | leadsThree) & Last) != 0 ? 63 : ((leadsThree << 1) & follows & Last) != 0 ? 62 : 64;
        return three | (three << 1) | (three << 2) | two | (two << 1);
    }

    /// <summary>Whether all of 32 code units are known to stand as they are. Surrogates never are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AllowAll(Vector512<ushort> units)
    {
        // aaaabbbcccdddddd as above. What a look-up tells of a unit that it is not for is masked out.
        Vector512<byte> index = Narrow(units >>> 9);
        Vector512<byte> whole = Avx512Vbmi.PermuteVar64x8x2(_wholeFirstHalf, index, _wholeSecondHalf);
        Vector512<byte> allButFirst = Avx512Vbmi.PermuteVar64x8x2(_allButFirstFirstHalf, index, _allButFirstSecondHalf);
        Vector512<byte> place = Narrow(units) & Vector512.Create((byte)0x3F);
        Vector512<byte> isFirst = Vector512.Equals(place, Vector512<byte>.Zero);
        Vector512<byte> page = Narrow(units >>> 6);
        Vector512<byte> bits = Vector512.Create(0x8040_2010_0804_0201UL).AsByte();
        Vector512<byte> bit = Avx512BW.Shuffle(bits, page & Vector512.Create((byte)0x07));
        ulong allowed = NonZero((whole | Vector512.AndNot(allButFirst, isFirst)) & bit);

        ulong isPunctuation = Vector512.Equals(units >>> 6, Vector512.Create((ushort)Punctuation)).ExtractMostSignificantBits();
        allowed |= isPunctuation & Avx512Vbmi.PermuteVar64x8(_punctuation, place).ExtractMostSignificantBits();
        ulong isShort = Vector512.LessThan(units, Vector512.Create((ushort)0x800)).ExtractMostSignificantBits();
        allowed |= isShort & Avx512Vbmi.PermuteVar64x8(_wholeOfTwo, page).ExtractMostSignificantBits();
        ulong isAscii = Vector512.LessThan(units, Vector512.Create((ushort)0x80)).ExtractMostSignificantBits();
        allowed |= isAscii & Avx512Vbmi.PermuteVar64x8x2(_asciiFirstHalf, Narrow(units), _asciiSecondHalf).ExtractMostSignificantBits();
        return (uint)allowed == uint.MaxValue;
    }

    /// <summary>The lower bytes, in the lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> Narrow(Vector512<ushort> units) => Avx512BW.ConvertToVector256Byte(units).ToVector512Unsafe();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Equal(Vector512<byte> bytes, byte value) => Vector512.Equals(bytes, Vector512.Create(value)).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong NonZero(Vector512<byte> bytes) => ~Vector512.Equals(bytes, Vector512<byte>.Zero).ExtractMostSignificantBits();
}
