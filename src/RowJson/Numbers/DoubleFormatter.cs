namespace RowJson;

// Writes finite doubles with the shortest digits that read back as the same value, in the layout of .NET. Positional from 1E-04 to
// seventeen digits before the point, with an exponent beyond; -0 keeps its sign. Most numbers in rows are integers or have few decimals.
// Such a number times 10^8 is an integer below 10^15, which is found by one multiplication and proved by dividing back; two decimal numbers
// of up to 15 digits never read as the same double, so the one found is the shortest:
//     value                           12.345678              0.1 + 0.2
//     value * 10^8, rounded         1234567800                30000000
//     divided by 10^8                 12.345678  the value         0.3    another
//     text                            12.345678              0.30000000000000004
// From 10^7 on it is multiplied by 10^4. All else goes to ShortestDecimal.
internal readonly struct DoubleFormatter : IScalarFormatter<double>
{
    // What must be reserved: the longest text is a sign and 1.2345678901234567E-308, 1 + 23. ShortestDecimal.Write does not exceed it, and
    // few decimals take a sign, 11 digits, a point and 4 digits, or a sign, 7 digits, a point and a word of 8: 17.
    public const int Room = 1 + ShortestDecimal.MaxTextLength;

    // Bits of the fraction that is stored; above it there is the hidden bit.
    private const int FractionBits = 52;

    private const ulong HiddenBit = 1UL << FractionBits;

    // A stored exponent of this value is 2^0; the largest one has all bits set.
    private const int StoredZero = 1023, LargestStored = 2 * StoredZero + 1;

    // Subtracted from the stored exponent: a fraction of 53 bits, as an integer, times 2 to that power is the value.
    private const int ExponentBias = StoredZero + FractionBits;

    // Below it every integer is a double, and no shorter text reads as the same number: 2^53.
    private const double IntegerLimit = 2 * HiddenBit;

    // 10^4 and 10^8: what four and eight decimals are scaled by.
    private const uint FourDecimals = Digits.TenThousand, EightDecimals = Digits.HundredMillion;

    // How many hundred-millionths a hundredth has, and a ten-thousandth.
    public const uint TwoOfEight = EightDecimals / 100, FourOfEight = EightDecimals / FourDecimals;

    // Below them the scaled integer has at most 15 digits: 10^15 / 10^4 and 10^15 / 10^8.
    private const double FourDecimalsLimit = 1e15 / FourDecimals, EightDecimalsLimit = 1e15 / EightDecimals;

    // Below it .NET writes an exponent.
    private const double PositionalLimit = 1e-4;

    // The most digits that a double needs, and the most digits before the point.
    private const int DigitCount = 17, MaxScale = 17;

    // The first numbers that have sixteen digits, and seventeen.
    private const ulong SixteenDigits = 1_000_000_000_000_000, SeventeenDigits = 10 * SixteenDigits;

    public static int Format(ref byte destination, double value)
    {
        Debug.Assert(double.IsFinite(value));
        if (!RuntimeDoubles.AreOurs) return RuntimeNumbers.Format(ref destination, Room, value);

        destination = (byte)'-'; // overwritten unless negative: no branch on the sign
        long bits = BitConverter.DoubleToInt64Bits(value);
        value = Math.Abs(value);
        if (value < EightDecimalsLimit)
        {
            long integer = double.ConvertToIntegerNative<long>(value);
            if (integer == value) return FormatInteger(ref destination, integer, bits);
            double scaled = Nearest(value * EightDecimals);
            if (scaled / EightDecimals == value && value >= PositionalLimit)
                return FormatDecimals(ref destination, value, scaled, factor: 1, bits);
        }
        else if (value < IntegerLimit)
        {
            long integer = double.ConvertToIntegerNative<long>(value);
            if (integer == value) return FormatLargeInteger(ref destination, integer, bits);
            double scaled = Nearest(value * FourDecimals);
            if (scaled / FourDecimals == value && value < FourDecimalsLimit)
                return FormatDecimals(ref destination, value, scaled, FourOfEight, bits);
        }
        return FormatShortest(ref destination, bits);
    }

    // The integer nearest to a number from 0 to 2^52: the sum has no bits for a fraction. Larger numbers fail the callers' limits.
    // Math.Round takes as many cycles, and waits for what was in its register before.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Nearest(double value) => value + HiddenBit - HiddenBit;

    // An integer that is not negative; bits: its sign. Up to four digits, as most integers have, take no call.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FormatInteger(ref byte destination, long integer, long bits)
    {
        if (integer >= Digits.TenThousand) return FormatLargeInteger(ref destination, integer, bits);
        int sign = (int)(bits >>> 63);
        return sign + IntegerFormatter.FormatSmall(ref Unsafe.Add(ref destination, sign), (uint)integer);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatLargeInteger(ref byte destination, long integer, long bits)
    {
        int sign = (int)(bits >>> 63);
        return sign + IntegerFormatter.FormatAny(ref Unsafe.Add(ref destination, sign), (ulong)integer);
    }

    // A number of scaled * factor hundred-millionths, not an integer, without zeros at its end. value: the number as an inexact double.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int FormatDecimals(ref byte destination, double value, double scaled, uint factor, long bits)
    {
        ulong whole = (ulong)double.ConvertToIntegerNative<long>(value);
        uint decimals = (uint)double.ConvertToIntegerNative<long>(scaled) * factor - (uint)whole * EightDecimals; // modulo 2^32
        Debug.Assert(decimals is > 0 and < EightDecimals);

        int sign = (int)(bits >>> 63);
        destination = ref Unsafe.Add(ref destination, sign);
        int length = FormatWhole(ref destination, whole);
        Unsafe.Add(ref destination, length++) = (byte)'.';
        ref byte text = ref Unsafe.Add(ref destination, length);
        length += sign;

        // Most often there are two or four decimals: these take fewer instructions than a word of digits.
        uint two = decimals / TwoOfEight;
        if (two * TwoOfEight == decimals)
        {
            Digits.StorePair(ref text, two);
            return length + (two % 10 == 0 ? 1 : 2);
        }
        uint four = decimals / FourOfEight;
        if (four * FourOfEight == decimals)
        {
            Digits.StoreFour(ref text, four);
            return length + (four % 10 == 0 ? 3 : 4);
        }
        ulong digits = Digits.Eight(decimals);
        Digits.Store(ref text, digits + Digits.EightZeros);
        return length + Digits.CountWithoutTrailingZeros(digits);
    }

    // No call, so that its callers have no frame.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FormatWhole(ref byte destination, ulong value) => value < Digits.TenThousand
        ? IntegerFormatter.Format(ref destination, value) : IntegerFormatter.FormatAny(ref destination, value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatShortest(ref byte destination, long bits)
    {
        ulong fraction = (ulong)bits & (HiddenBit - 1);
        int biased = (int)(bits >> FractionBits) & LargestStored;
        if (fraction == 0 || biased == 0
            || !ShortestDecimal.TryFind(
                fraction | HiddenBit, biased - ExponentBias, isSingle: false, out ulong tens, out uint ones, out int exponent))
            return FormatExactly(ref destination, bits);

        // 2^52 <= digits < 2^53 * 10: sixteen or seventeen of them, selected without a branch.
        ulong isShort = ShortestDecimal.Mask(tens - SixteenDigits);
        tens += (tens * 9 + ones) & isShort;
        ones &= ~(uint)isShort;
        exponent += (int)isShort;
        Debug.Assert(tens is >= SixteenDigits and < SeventeenDigits);
        return Write(ref destination, bits, tens, ones, exponent);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FormatExactly(ref byte destination, long bits)
    {
        ulong fraction = (ulong)bits & (HiddenBit - 1);
        int biased = (int)(bits >> FractionBits) & LargestStored;
        // .NET 10 cuts off the last digit of these two, so that their text reads as the double below; later runtimes do not.
        if (fraction == 0 && biased is StoredZero - 25 or StoredZero - 958)
            return RuntimeNumbers.Format(ref destination, Room, BitConverter.Int64BitsToDouble(bits));

        ulong digits = ShortestDecimal.FindStored(fraction, biased, HiddenBit, ExponentBias, SeventeenDigits, out int exponent);
        return Write(ref destination, bits, digits / 10, (uint)(digits % 10), exponent);
    }

    // bits: the sign. tens: sixteen digits.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Write(ref byte destination, long bits, ulong tens, uint last, int exponent)
    {
        uint sign = (uint)(bits >>> 63);
        ulong high = tens / Digits.HundredMillion;
        Vector128<byte> digits = ShortestDecimal.Sixteen(high, tens - high * Digits.HundredMillion);
        return (int)sign + ShortestDecimal.Write(ref Unsafe.Add(ref destination, sign), digits, last, DigitCount + exponent, MaxScale);
    }
}
