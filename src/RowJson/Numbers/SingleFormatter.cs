namespace RowJson;

// Writes finite floats with the shortest digits that read back as the same float, in the layout of .NET.
// Positional from 1E-04 to nine digits before the point, with an exponent beyond; -0 keeps its sign.
// Numbers with few decimals are found as in DoubleFormatter: two decimal numbers of up to six digits never read as the same float, so one
// that reads as the value is the shortest. It is divided back as a double, which is rounded once more to a float: no such quotient is
// nearer to the middle between two floats than 2^-39 of itself, and a double is exact to 2^-53.
internal readonly struct SingleFormatter : IScalarFormatter<float>
{
    // What must be reserved: ShortestDecimal.Write stores the text as if it had seventeen digits.
    public const int Room = 1 + ShortestDecimal.MaxTextLength;

    // Bits of the fraction that is stored; above it there is the hidden bit.
    private const int FractionBits = 23;

    private const uint HiddenBit = 1u << FractionBits;

    // Subtracted from the stored exponent: a fraction of 24 bits, as an integer, times 2 to that power is the value.
    private const int ExponentBias = 127 + FractionBits;

    // Below it every integer is a float, and no shorter text reads as the same number: 2^24 = 16,777,216.
    private const float IntegerLimit = 2 * HiddenBit;

    // 10^4 and 10^2: what four and two decimals are scaled by.
    private const uint FourDecimals = Digits.TenThousand, TwoDecimals = 100;

    // Below them the scaled integer has at most six digits: 10^6 / 10^4 and 10^6 / 10^2.
    private const float FourDecimalsLimit = 1e6f / FourDecimals, TwoDecimalsLimit = 1e6f / TwoDecimals;

    // Below it .NET writes an exponent.
    private const float PositionalLimit = 1e-4f;

    // The most digits that a float needs, and the most digits before the point.
    private const int DigitCount = 9, MaxScale = 9;

    public static int Format(ref byte destination, float value)
    {
        Debug.Assert(float.IsFinite(value));
        if (!RuntimeSingles.AreOurs) return RuntimeNumbers.Format(ref destination, Room, value);

        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        int bits = BitConverter.SingleToInt32Bits(value);
        value = MathF.Abs(value);
        if (value < IntegerLimit)
        {
            int integer = float.ConvertToIntegerNative<int>(value);
            if (integer == value) return DoubleFormatter.FormatInteger(ref destination, integer, bits);
            double unit = value < FourDecimalsLimit ? (double)FourDecimals : TwoDecimals;
            double scaled = DoubleFormatter.Nearest(value * unit);
            if ((float)(scaled / unit) == value && value is >= PositionalLimit and < TwoDecimalsLimit)
                return DoubleFormatter.FormatDecimals(
                    ref destination, value, scaled,
                    value < FourDecimalsLimit ? DoubleFormatter.FourOfEight : DoubleFormatter.TwoOfEight, bits);
        }
        return FormatShortest(ref destination, bits);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, int bits)
    {
        uint fraction = (uint)bits & (HiddenBit - 1);
        int biased = (byte)(bits >> FractionBits); // without the sign
        if (fraction == 0 || biased == 0
            || !ShortestDecimal.TryFind(
                fraction | HiddenBit, biased - ExponentBias, isSingle: true, out ulong tens, out uint ones, out int exponent))
            return FormatExactly(ref destination, bits);
        return Write(ref destination, bits, tens, ones, exponent);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatExactly(ref byte destination, int bits)
    {
        uint fraction = (uint)bits & (HiddenBit - 1);
        int biased = (byte)(bits >> FractionBits); // without the sign
        ulong digits = ShortestDecimal.FindStored(fraction, biased, HiddenBit, ExponentBias, Digits.HundredMillion, out int exponent);
        return Write(ref destination, bits, digits / 10, (uint)(digits % 10), exponent);
    }

    // bits: the sign. tens: 2^23 <= tens * 10 + ones < 2^24 * 10, seven to nine digits. The zeros before them are rotated to the end.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Write(ref byte destination, int bits, ulong tens, uint ones, int exponent)
    {
        uint sign = (uint)(bits >>> 31);
        Vector128<byte> digits = ShortestDecimal.Sixteen(tens, ones * (Digits.HundredMillion / 10));
        int zeros = BitOperations.TrailingZeroCount(~Vector128.Equals(digits, Vector128<byte>.Zero).ExtractMostSignificantBits());
        digits = Vector128.ShuffleNative(digits, Vector128<byte>.Indices + Vector128.Create((byte)zeros));
        return (int)sign + ShortestDecimal.Write(
            ref Unsafe.Add(ref destination, sign), digits, last: 0, DigitCount + exponent - zeros, MaxScale);
    }
}
