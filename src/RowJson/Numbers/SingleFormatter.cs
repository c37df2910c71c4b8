using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// Writes finite floats with the shortest digits that read back as the same float, laid out as .NET does:
/// positional from 1E-04 to nine digits before the point, with an exponent beyond; <c>-0</c> keeps its sign.
/// </summary>
internal static class SingleFormatter
{
    /// <summary>The longest text: <c>-1.17549435E-38</c>, 1 + 1 + 1 + 8 + 4 = 15; positional <c>-0.000123456789</c>, 15.</summary>
    public const int MaxLength = 15;

    /// <summary>What must be reserved: <see cref="ShortestDecimal.Write"/> lays the text out for seventeen digits.</summary>
    public const int Room = 1 + ShortestDecimal.MaxTextLength;

    /// <summary>Below it every integer is a float, and no shorter text reads as the same: 2^24.</summary>
    private const float IntegerLimit = 16777216;

    /// <summary>9 digits before the point and no more.</summary>
    private const int MaxScale = 9;

    public static int Format(ref byte destination, float value)
    {
        Debug.Assert(float.IsFinite(value));
        uint bits = BitConverter.SingleToUInt32Bits(value);
        int sign = (int)(bits >> 31);
        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        destination = ref Unsafe.Add(ref destination, sign);
        value = MathF.Abs(value);

        if (value < IntegerLimit)
        {
            int whole = float.ConvertToIntegerNative<int>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);
        }
        return sign + FormatShortest(ref destination, bits & int.MaxValue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, uint bits)
    {
        const uint FractionMask = (1u << 23) - 1;
        uint fraction = bits & FractionMask;
        int biased = (int)(bits >> 23);
        ulong digits;
        int exponent;
        if (fraction != 0 && biased != 0)
        {
            exponent = ShortestDecimal.Find(fraction | (FractionMask + 1), biased - 150, out ulong tens, out uint ones);
            digits = tens * 10 + ones;
        }
        else
        {
            // Powers of two, whose neighbours are not equally far away, and subnormal numbers.
            digits = biased == 0
                ? ShortestDecimal.FindExactly(fraction, 1 - 150, lowerIsCloser: false, out int unusual)
                : ShortestDecimal.FindExactly(FractionMask + 1, biased - 150, lowerIsCloser: biased > 1, out unusual);
            exponent = unusual;
        }

        // 2^23 <= digits < 2^24 * 10, seven to nine of them; fewer where subnormal. Nine become 1 + 8.
        while (digits < 100_000_000)
        {
            digits *= 10;
            exponent--;
        }
        uint first = (uint)digits / 100_000_000;
        return ShortestDecimal.Write(ref destination, first, (uint)digits - first * 100_000_000, 0, 9 + exponent, MaxScale);
    }
}
