namespace RowJson;

// Writes finite floats with the shortest digits that read back as the same float, in the layout of .NET.
// Positional from 1E-04 to nine digits before the point, with an exponent beyond; -0 keeps its sign.
// Few decimals are found as those of doubles are (DoubleFormatter): two decimals of up to six digits never read as the same float, so one
// that reads as the value is the shortest. It is divided back as a double, which is rounded once more to a float: no such quotient is
// nearer to the middle between two floats than 2^-39 of itself, and a double is exact to 2^-53.
internal readonly struct SingleFormatter : IScalarFormatter<float>
{
    // The longest text: -1.17549435E-38; as long is the positional -0.000123456789.
    public const int MaxLength = 1 + 1 + 1 + 8 + 4;

    // What must be reserved: ShortestDecimal.Write stores the text as if it had seventeen digits.
    public const int Room = 1 + ShortestDecimal.MaxTextLength;

    // Bits of the fraction that is stored; above it there is the hidden bit.
    private const int FractionBits = 23;

    private const uint HiddenBit = 1u << FractionBits;

    // Subtracted from the stored exponent: a fraction of 24 bits, as an integer, times 2 to that power is the value.
    private const int ExponentBias = 127 + FractionBits;

    // Below it every integer is a float, and no shorter text reads as the same: 2^24 = 16,777,216.
    private const float IntegerLimit = 2 * HiddenBit;

    // 10^4 and 10^2: what four and two decimals are scaled by.
    private const uint FourDecimals = Digits.TenThousand, TwoDecimals = 100;

    // Below them the scaled integer has at most six digits: 10^6 / 10^4 and 10^6 / 10^2.
    private const float FourDecimalsLimit = 1e6f / FourDecimals, TwoDecimalsLimit = 1e6f / TwoDecimals;

    // Below it .NET writes an exponent.
    private const float PositionalLimit = 1e-4f;

    // Digits that a float needs at most, and digits before the point at most.
    private const int DigitCount = 9, MaxScale = 9;

    public static int Format(ref byte destination, float value)
    {
        Debug.Assert(float.IsFinite(value));
        if (!RuntimeSingles.AreOurs) return RuntimeNumbers.Format(ref destination, Room, value);

        uint bits = BitConverter.SingleToUInt32Bits(value);
        int sign = (int)(bits >> 31);
        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        destination = ref Unsafe.Add(ref destination, sign);
        value = MathF.Abs(value);

        if (value < IntegerLimit)
        {
            int whole = float.ConvertToIntegerNative<int>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);
            if (value is >= PositionalLimit and < TwoDecimalsLimit)
            {
                uint unit = value < FourDecimalsLimit ? FourDecimals : TwoDecimals;
                uint scaled = (uint)double.ConvertToIntegerNative<int>((double)value * unit + 0.5);
                if ((float)((double)scaled / unit) == value)
                    return sign + DoubleFormatter.WriteFourDecimals(ref destination, scaled * (FourDecimals / unit));
            }
        }
        return sign + FormatShortest(ref destination, bits & int.MaxValue);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, uint bits)
    {
        uint fraction = bits & (HiddenBit - 1);
        int biased = (int)(bits >> FractionBits);
        if (fraction == 0 || biased == 0
            || !ShortestDecimal.TryFind(fraction | HiddenBit, biased - ExponentBias, out ulong tens, out uint ones, out int exponent))
            return FormatExactly(ref destination, bits);

        // 2^23 <= digits < 2^24 * 10: seven to nine of them, made nine without a branch.
        ulong digits = tens * 10 + ones;
        bool seven = digits < Digits.HundredMillion / 10, eight = digits < Digits.HundredMillion;
        digits = seven ? digits * 10 : digits;
        exponent = seven ? exponent - 1 : exponent;
        digits = eight ? digits * 10 : digits;
        exponent = eight ? exponent - 1 : exponent;
        return Write(ref destination, digits, exponent);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatExactly(ref byte destination, uint bits)
    {
        ulong digits = ShortestDecimal.FindStored(
            bits & (HiddenBit - 1), (int)(bits >> FractionBits), HiddenBit, ExponentBias, Digits.HundredMillion, out int exponent);
        return Write(ref destination, digits, exponent);
    }

    // Nine digits become sixteen.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Write(ref byte destination, ulong digits, int exponent)
    {
        Debug.Assert(digits is >= Digits.HundredMillion and < 10UL * Digits.HundredMillion);
        return ShortestDecimal.Write(ref destination, digits * (Digits.HundredMillion / 10), last: 0, DigitCount + exponent, MaxScale);
    }
}
