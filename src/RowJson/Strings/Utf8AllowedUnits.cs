using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace RowJson;

/// <summary>Which characters outside ASCII an encoder lets stand, asked for eight UTF-16 code units at a time. Immutable.</summary>
internal sealed class Utf8AllowedUnits
{
    /// <summary>Words of 64 code units in a page of 4,096: as many pages as a vector has bytes.</summary>
    private const int WordsOfPage = 4096 / 64;

    private readonly ulong[] _allowed;
    private readonly bool _allowsNone;
    private readonly Vector128<byte> _wholePages;

    public Utf8AllowedUnits(EscapeTable escapes)
    {
        _allowed = escapes.AllowedBmp;
        _allowsNone = !_allowed.AsSpan(2).ContainsAnyExcept(0UL);
        Span<byte> whole = stackalloc byte[16];
        for (int page = 0; page < whole.Length; page++)
        {
            bool isWhole = !_allowed.AsSpan(page * WordsOfPage, WordsOfPage).ContainsAnyExcept(ulong.MaxValue);
            whole[page] = isWhole ? (byte)0xFF : (byte)0;
        }
        _wholePages = Vector128.Create<byte>(whole);
    }

    /// <summary>Bit <em>n</em> says whether unit <em>n</em> may stand; bits from <paramref name="count"/> on say nothing of use.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint Of(Vector128<ushort> units, int count)
    {
        if (_allowsNone) return 0;

        // Ideographs and Hangul: most of their pages of 4,096 are allowed as a whole. The page's byte moves where the mask is taken from.
        Vector128<ushort> inWholePage = Vector128.ShuffleNative(_wholePages, (units >>> 12).AsByte()).AsUInt16() << 8;
        uint mask = inWholePage.ExtractMostSignificantBits();
        uint others = ~mask & ((1u << count) - 1);
        if (others == 0) return mask;
        return Avx2.IsSupported ? TestAll(units) : mask | TestEach(units, others);
    }

    /// <summary>Gathers eight half words of the bit map and shifts each unit's bit to the sign.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private unsafe uint TestAll(Vector128<ushort> units)
    {
        // A half word has 32 bits: the unit's upper 11 bits are its index, below 65,536 / 32; the lower five count from its lowest bit.
        Vector256<uint> wide = Avx2.ConvertToVector256Int32(units).AsUInt32();
        fixed (ulong* words = _allowed)
        {
            Vector256<uint> halves = Avx2.GatherVector256((uint*)words, (wide >>> 5).AsInt32(), sizeof(uint));
            Vector256<uint> toSign = Vector256.AndNot(Vector256.Create(31u), wide);
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
            int unit = (ushort)((i < 4 ? low : high) >> (16 * (i & 3)));
            mask |= (uint)(_allowed[unit >> 6] >> (unit & 63) & 1) << i;
        }
        return mask;
    }
}
