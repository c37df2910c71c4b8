using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace RowJson;

/// <summary>
/// Writes finite doubles with the shortest digits that read back as the same value, laid out as .NET does:
/// positional from 1E-04 to seventeen digits before the point, with an exponent beyond; <c>-0</c> keeps its sign.
/// </summary>
/// <remarks>
/// What rows hold is mostly an integer or has few decimals. Such a number times 10^n is an integer below 10^15, which
/// is found by one multiplication and proved by dividing back; two decimals of up to 15 digits never read as the same
/// double, so the one found is the shortest. All else goes to <see cref="ShortestDecimal"/>.
/// </remarks>
internal static class DoubleFormatter
{
    /// <summary>The longest text: a sign and <c>1.2345678901234567E-308</c>, 1 + 23.</summary>
    public const int MaxLength = 1 + ShortestDecimal.MaxTextLength;

    /// <summary>
    /// What must be reserved: <see cref="ShortestDecimal.Write"/> stays within the longest text, and few decimals take a
    /// sign, 11 digits, a point and 4 digits, or a sign, 7 digits, a point and a word of 8: 17.
    /// </summary>
    public const int Room = MaxLength;

    /// <summary>Below it every integer is a double, and no shorter text reads as the same: 2^53.</summary>
    private const double IntegerLimit = 9007199254740992;

    /// <summary>Below them the scaled integer has at most 15 digits: 10^15 / 10^4 and 10^15 / 10^8.</summary>
    private const double FourDecimalsLimit = 1e11, EightDecimalsLimit = 1e7;

    /// <summary>Below it .NET writes an exponent.</summary>
    private const double PositionalLimit = 1e-4;

    /// <summary>17 digits before the point and no more.</summary>
    private const int MaxScale = 17;

    public static int Format(ref byte destination, double value)
    {
        Debug.Assert(double.IsFinite(value));
        long bits = BitConverter.DoubleToInt64Bits(value);
        int sign = (int)(bits >>> 63);
        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        destination = ref Unsafe.Add(ref destination, sign);
        value = Math.Abs(value);

        if (value < FourDecimalsLimit)
        {
            long whole = double.ConvertToIntegerNative<long>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);

            long scaled = double.ConvertToIntegerNative<long>(value * 1e4 + 0.5);
            if (scaled / 1e4 == value) return sign + WriteFourDecimals(ref destination, (ulong)scaled);

            if (value is >= PositionalLimit and < EightDecimalsLimit)
            {
                scaled = double.ConvertToIntegerNative<long>(value * 1e8 + 0.5);
                if (scaled / 1e8 == value) return sign + WriteEightDecimals(ref destination, (ulong)scaled);
            }
        }
        else if (value < IntegerLimit)
        {
            long whole = double.ConvertToIntegerNative<long>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);
        }
        return sign + FormatShortest(ref destination, bits & long.MaxValue);
    }

    private static int WriteFourDecimals(ref byte destination, ulong scaled)
    {
        Debug.Assert(scaled < 1_000_000_000_000_000 && scaled % 10_000 != 0);
        ulong whole = scaled / 10_000;
        uint fraction = (uint)(scaled - whole * 10_000);
        int length = IntegerFormatter.Format(ref destination, whole);
        ref byte point = ref Unsafe.Add(ref destination, length);
        point = (byte)'.';
        uint high = fraction / 100;
        uint low = fraction - high * 100;
        ref byte digits = ref Unsafe.Add(ref point, 1);
        Digits.StorePair(ref digits, high);
        Digits.StorePair(ref Unsafe.Add(ref digits, 2), low);
        int count = low == 0 ? CountPair(high) : 2 + CountPair(low);
        return length + 1 + count;
    }

    private static int CountPair(uint pair) => pair % 10 == 0 ? 1 : 2;

    private static int WriteEightDecimals(ref byte destination, ulong scaled)
    {
        Debug.Assert(scaled < 1_000_000_000_000_000 && scaled % 100_000_000 != 0);
        ulong whole = scaled / 100_000_000;
        ulong digits = Digits.Eight((uint)(scaled - whole * 100_000_000));
        int length = IntegerFormatter.Format(ref destination, whole);
        Unsafe.Add(ref destination, length) = (byte)'.';
        Digits.Store(ref Unsafe.Add(ref destination, length + 1), digits + Digits.EightZeros);
        return length + 1 + Digits.CountWithoutTrailingZeros(digits);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, long bits)
    {
        const ulong FractionMask = (1UL << 52) - 1;
        ulong fraction = (ulong)bits & FractionMask;
        int biased = (int)(bits >> 52);
        ulong tens;
        uint ones;
        int exponent;
        if (fraction != 0 && biased != 0)
        {
            exponent = ShortestDecimal.Find(fraction | (FractionMask + 1), biased - 1075, out tens, out ones);
            // 2^52 <= digits < 2^53 * 10: sixteen or seventeen of them, selected without a branch.
            bool sixteen = tens < 1_000_000_000_000_000;
            ulong all = tens * 10 + ones;
            tens = sixteen ? all : tens;
            ones = sixteen ? 0 : ones;
            exponent = sixteen ? exponent - 1 : exponent;
        }
        else
        {
            ulong digits = FindUnusual(fraction, biased, out int unusual);
            exponent = unusual;
            tens = digits / 10;
            ones = (uint)(digits - tens * 10);
        }

        // 16 + 1 digits become 1 + 8 + 8.
        Debug.Assert(tens is >= 1_000_000_000_000_000 and < 10_000_000_000_000_000);
        ulong nine = tens / 10_000_000;
        uint third = (uint)(tens - nine * 10_000_000) * 10 + ones;
        uint first = (uint)(nine / 100_000_000);
        uint second = (uint)nine - first * 100_000_000;
        return ShortestDecimal.Write(ref destination, first, second, third, 17 + exponent, MaxScale);
    }

    /// <summary>
    /// Powers of two, whose neighbours are not equally far away, and subnormal numbers, which have fewer digits:
    /// they are returned as seventeen.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong FindUnusual(ulong fraction, int biased, out int exponent)
    {
        ulong digits = biased == 0
            ? ShortestDecimal.FindExactly(fraction, 1 - 1075, lowerIsCloser: false, out exponent)
            : ShortestDecimal.FindExactly(1UL << 52, biased - 1075, lowerIsCloser: biased > 1, out exponent);

        // .NET cuts the last digit of two of all doubles, 2^-25 and 2^-958, so that their text reads as the double below.
        // The bytes are to be the same.
        if (fraction == 0 && biased is (1023 - 25) or (1023 - 958)) digits -= digits % 10;

        while (digits < 10_000_000_000_000_000)
        {
            digits *= 10;
            exponent--;
        }
        return digits;
    }
}
