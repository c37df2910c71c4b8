namespace RowJson;

// Writes finite doubles with the shortest digits that read back as the same value, in the layout of .NET.
// Positional from 1E-04 to seventeen digits before the point, with an exponent beyond; -0 keeps its sign.
// What rows hold is mostly an integer or has few decimals. Such a number times 10^n is an integer below 10^15, which is found by one
// multiplication and proved by dividing back; two decimals of up to 15 digits never read as the same double, so the one found is the
// shortest:
//     value                           12.34                  12.345678
//     value * 10^4 + 0.5, cut off    123400                     123457
//     divided by 10^4                 12.34   the value        12.3457    another
//     value * 10^8 + 0.5, cut off                           1234567800
//     divided by 10^8                                        12.345678    the value
//     text                            12.34                  12.345678    zeros at the end are left out
// All else goes to ShortestDecimal.
internal readonly struct DoubleFormatter : IScalarFormatter<double>
{
    // The longest text: a sign and 1.2345678901234567E-308, 1 + 23.
    public const int MaxLength = 1 + ShortestDecimal.MaxTextLength;

    // What must be reserved: ShortestDecimal.Write does not exceed the longest text, and few decimals take a sign, 11 digits, a point and 4
    // digits, or a sign, 7 digits, a point and a word of 8: 17.
    public const int Room = MaxLength;

    // Bits of the fraction that is stored; above it there is the hidden bit.
    private const int FractionBits = 52;

    private const ulong HiddenBit = 1UL << FractionBits;

    // A stored exponent of this value is 2^0.
    private const int StoredZero = 1023;

    // Subtracted from the stored exponent: a fraction of 53 bits, as an integer, times 2 to that power is the value.
    private const int ExponentBias = StoredZero + FractionBits;

    // Below it every integer is a double, and no shorter text reads as the same: 2^53 = 9,007,199,254,740,992.
    private const double IntegerLimit = 2 * HiddenBit;

    // 10^4 and 10^8: what four and eight decimals are scaled by.
    private const uint FourDecimals = Digits.TenThousand, EightDecimals = Digits.HundredMillion;

    // Below them the scaled integer has at most 15 digits: 10^15 / 10^4 and 10^15 / 10^8.
    private const double FourDecimalsLimit = 1e15 / FourDecimals, EightDecimalsLimit = 1e15 / EightDecimals;

    // A number of eight decimals is an integer times 10^-8, rounded by at most 2^-53 of itself, and to scale it rounds once more: the
    // product is within (1 + 2^-53)^2 - 1 < 2^-51 of the integer.
    private const double ScaledError = 1.0 / (1L << 51);

    // Below it .NET writes an exponent.
    private const double PositionalLimit = 1e-4;

    // Digits that a double needs at most, and digits before the point at most.
    private const int DigitCount = 17, MaxScale = 17;

    // The first numbers that have sixteen digits, and seventeen.
    private const ulong SixteenDigits = 1_000_000_000_000_000, SeventeenDigits = 10 * SixteenDigits;

    public static int Format(ref byte destination, double value)
    {
        Debug.Assert(double.IsFinite(value));
        if (!RuntimeDoubles.AreOurs) return RuntimeNumbers.Format(ref destination, Room, value);

        long bits = BitConverter.DoubleToInt64Bits(value);
        int sign = (int)(bits >>> 63);
        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        destination = ref Unsafe.Add(ref destination, sign);
        value = Math.Abs(value);

        if (value < FourDecimalsLimit)
        {
            long whole = double.ConvertToIntegerNative<long>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);

            long scaled = double.ConvertToIntegerNative<long>(value * FourDecimals + 0.5);
            if (scaled / (double)FourDecimals == value) return sign + WriteFourDecimals(ref destination, (ulong)scaled);

            if (value is >= PositionalLimit and < EightDecimalsLimit)
            {
                double exact = value * EightDecimals;
                double nearest = Math.Round(exact);
                // Of other numbers most are told apart here, without a division.
                if (Math.Abs(exact - nearest) <= exact * ScaledError && nearest / EightDecimals == value)
                    return sign + WriteEightDecimals(ref destination, (ulong)double.ConvertToIntegerNative<long>(nearest));
            }
        }
        else if (value < IntegerLimit)
        {
            long whole = double.ConvertToIntegerNative<long>(value);
            if (whole == value) return sign + IntegerFormatter.Format(ref destination, whole);
        }
        return sign + FormatShortest(ref destination, bits & long.MaxValue);
    }

    // Writes a number, given in ten-thousandths, without trailing zeros. It must not be an integer.
    public static int WriteFourDecimals(ref byte destination, ulong scaled)
    {
        Debug.Assert(scaled < SixteenDigits && scaled % FourDecimals != 0);
        ulong whole = scaled / FourDecimals;
        uint fraction = (uint)(scaled - whole * FourDecimals);
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
        Debug.Assert(scaled < SixteenDigits && scaled % EightDecimals != 0);
        ulong whole = scaled / EightDecimals;
        ulong digits = Digits.Eight((uint)(scaled - whole * EightDecimals));
        int length = IntegerFormatter.Format(ref destination, whole);
        Unsafe.Add(ref destination, length) = (byte)'.';
        Digits.Store(ref Unsafe.Add(ref destination, length + 1), digits + Digits.EightZeros);
        return length + 1 + Digits.CountWithoutTrailingZeros(digits);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, long bits)
    {
        ulong fraction = (ulong)bits & (HiddenBit - 1);
        int biased = (int)(bits >> FractionBits);
        if (fraction == 0 || biased == 0
            || !ShortestDecimal.TryFind(fraction | HiddenBit, biased - ExponentBias, out ulong tens, out uint ones, out int exponent))
            return FormatExactly(ref destination, bits); // in a method of its own, so that this one has no frame

        // 2^52 <= digits < 2^53 * 10: sixteen or seventeen of them, selected without a branch.
        bool sixteen = tens < SixteenDigits;
        ulong all = tens * 10 + ones;
        tens = sixteen ? all : tens;
        ones = sixteen ? 0 : ones;
        exponent = sixteen ? exponent - 1 : exponent;
        Debug.Assert(tens is >= SixteenDigits and < SeventeenDigits);
        return ShortestDecimal.Write(ref destination, tens, ones, DigitCount + exponent, MaxScale);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatExactly(ref byte destination, long bits)
    {
        ulong fraction = (ulong)bits & (HiddenBit - 1);
        int biased = (int)(bits >> FractionBits);
        // .NET 10 cuts the last digit of these two, so that their text reads as the double below; later runtimes do not.
        if (fraction == 0 && biased is StoredZero - 25 or StoredZero - 958)
            return RuntimeNumbers.Format(ref destination, ShortestDecimal.MaxTextLength, BitConverter.Int64BitsToDouble(bits));

        ulong digits = ShortestDecimal.FindStored(fraction, biased, HiddenBit, ExponentBias, SeventeenDigits, out int exponent);
        return ShortestDecimal.Write(ref destination, digits / 10, (uint)(digits % 10), DigitCount + exponent, MaxScale);
    }
}
