namespace RowJson;

// The shortest decimal that reads back as a given binary floating-point number, and of several of that length the closest one: what .NET
// writes for double and float. The method is Raffaello Giulietti's The Schubfach way to render doubles (2020): for v = c·2^q choose k with
// 10^k ≤ 2^q < 10^(k+1) and look at x = v·10^-k. Everything within half = 2^(q-1)·10^-k of x reads back as v. As 1/2 ≤ half < 5, at most
// one multiple of ten is that near: if there is one it is the answer, else the integer nearest to x is. Giulietti computes both ends of the
// interval and x, one 128-bit product each, so as to decide every case. Here one product gives x / 10 as a fixed-point number. Its fraction
// is the distance from a multiple of ten, to be compared with half, a shifted power of ten; ten times the fraction, rounded, is the last
// digit. What the last bits of these cannot decide (one double in 2^57 or so, and genuine ties) goes to FindExactly, which is his method.
// For 0.1 = 7205759403792794·2^-56, k = -17 and x = v·10^17 = 10000000000000000.555…; half is 0.69…
//     x / 10              1000000000000000.0555…        0.0555 < half / 10: within half
//     tens, ones          1000000000000000, 0           1000000000000000·10·10^-17 = 0.1
internal static partial class ShortestDecimal
{
    // A power of ten has 124 bits. The free bits of 128 put the point of a product between two words.
    private const int FreeBits = 4;

    // A digit is the upper 4 bits of a word, and the other 60 are after the point.
    private const int DigitBits = 4, DigitShift = 64 - DigitBits;

    // Logarithms as fixed-point numbers: ⌊log10(2)·2^22⌋, ⌈log10(4/3)·2^22⌉, ⌊log2(10)·2^19⌋.
    private const int Log10Bits = 22, Log10Of2 = 1_262_611, Log10OfFourThirds = 524_031;
    private const int Log2Bits = 19, Log2Of10 = 1_741_647;

    // For c·2^q with 10 ≤ c and both neighbours at the same distance: (tens·10 + ones)·10^k; false for what FindExactly has to decide.
    // isSingle: c < 2^24, for which the upper half of the power is enough.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFind(ulong c, int q, bool isSingle, out ulong tens, out uint ones, out int k)
    {
        Debug.Assert(c >= 10 && c < 1UL << (isSingle ? 24 : 53)); // below 10 a multiple of ten may have as many digits as its neighbours
        int power = (q * -Log10Of2 - 1) >> Log10Bits; // -k - 1
        k = ~power;
        int shift = q + FloorLog2Pow10(power) + FreeBits + 1;
        Debug.Assert(shift is >= 1 and <= FreeBits);
        ulong high = PowerOfTen(power, out ulong low);

        // x / 10 = whole + fraction / 2^64. A carry of the sum is left out: the fraction is nearly 1 then, and the ten above is taken.
        ulong scaled = c << shift;
        ulong whole = MultiplyHigh(high, scaled);
        ulong lower = high * scaled;
        ulong fraction = isSingle ? lower : lower + MultiplyHigh(low, scaled);
        ulong half = high << (shift - 1);

        // The fraction is off by less than 1, that of a float by less than scaled < 2^28; half by less than 8.
        ulong error = isSingle ? 1UL << 29 : 16;

        // No branch predictor can guess which of the cases it is: they are selected by masks, which are the sign of a difference.
        ulong distance = fraction ^ Mask(fraction); // from the multiple of ten below or above
        ulong beyond = distance - half;
        ulong isNear = Mask(beyond);
        ulong rounded = (fraction >> DigitBits) * 10 + (1UL << (DigitShift - 1));
        tens = whole - (Mask(lower | fraction) & isNear); // a mask is -1
        ones = (uint)(rounded >> DigitShift) & ~(uint)isNear;

        // Too close to decide: x at an end of the interval, or in the middle between two integers.
        return beyond + error > 2 * error && (rounded << DigitBits) + 10 * error > 10 * error;
    }

    // All bits set, if the highest one is.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Mask(ulong value) => (ulong)((long)value >> 63);

    // The digits of a stored number, with zeros at the end until there are enough: for powers of two, whose neighbours are not equally
    // far away; subnormal numbers, which have fewer digits; what TryFind leaves.
    // hiddenBit: the bit above the fraction; stored exponents above 0 have it.
    // bias: subtracted from the stored exponent.
    // least: the least number with enough digits.
    public static ulong FindStored(ulong fraction, int stored, ulong hiddenBit, int bias, ulong least, out int k)
    {
        ulong digits = stored == 0
            ? FindExactly(fraction, 1 - bias, lowerIsCloser: false, out k)
            : FindExactly(fraction | hiddenBit, stored - bias, lowerIsCloser: fraction == 0 && stored > 1, out k);
        for (; digits < least; k--) digits *= 10;
        return digits;
    }

    // For any c·2^q, the digits of the shortest decimal digits·10^k.
    // Products that are not integers are at least 2^-62 below an integer; above an integer they are 0.4 to 1.4 times or more than 2.7 times
    // 2^-64 (by the continued fractions of 2^q·10^-k). A power is too large by less than half of that unit, which changes no result.
    // With lowerIsCloser the neighbour below is half as far away as the one above: c is a power of two and the lowest of its binary order.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ulong FindExactly(ulong c, int q, bool lowerIsCloser, out int k)
    {
        k = lowerIsCloser ? FloorLog10ThreeQuartersPow2(q) : FloorLog10Pow2(q);
        int shift = q + FloorLog2Pow10(-k) + FreeBits + 1;
        ulong high = PowerOfTen(-k, out ulong low);

        // The number and its interval, four times as large so that quarters are integers.
        ulong value = RoundToOdd(high, low, (4 * c) << shift);
        ulong lower = RoundToOdd(high, low, (4 * c - (lowerIsCloser ? 1u : 2u)) << shift);
        ulong upper = RoundToOdd(high, low, (4 * c + 2) << shift);
        if ((c & 1) != 0)
        {
            // The ends read back as an even neighbour: they are not part of the interval.
            lower++;
            upper--;
        }

        ulong below = value / 4;
        ulong tens = below / 10;
        if (tens > 0)
        {
            bool low10 = lower <= 40 * tens;
            bool high10 = 40 * tens + 40 <= upper;
            if (low10 != high10) return high10 ? 10 * tens + 10 : 10 * tens;
        }
        bool low1 = lower <= 4 * below;
        bool high1 = 4 * below + 4 <= upper;
        if (low1 != high1) return high1 ? below + 1 : below;

        ulong middle = 4 * below + 2;
        return value > middle || (value == middle && (below & 1) != 0) ? below + 1 : below;
    }

    // The upper 64 bits of a 192-bit product, with the lowest bit set where anything was cut off.
    private static ulong RoundToOdd(ulong high, ulong low, ulong scaled)
    {
        ulong carry = Math.BigMul(low, scaled, out _);
        ulong result = Math.BigMul(high, scaled, out ulong rest);
        rest += carry;
        if (rest < carry) result++;
        return rest > 1 ? result | 1 : result; // the power was rounded up: a rest of 1 may be its error alone
    }

    // The upper half of a product. As an out parameter the lower half would be stored in memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MultiplyHigh(ulong left, ulong right) =>
        Bmi2.X64.IsSupported ? Bmi2.X64.MultiplyNoFlags(left, right) : Math.BigMul(left, right, out _);

    // ⌊log10(2^q)⌋ for |q| ≤ 1650.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FloorLog10Pow2(int q) => (q * Log10Of2) >> Log10Bits;

    // ⌊log10(3/4·2^q)⌋ for |q| ≤ 1500.
    private static int FloorLog10ThreeQuartersPow2(int q) => (q * Log10Of2 - Log10OfFourThirds) >> Log10Bits;

    // ⌊log2(10^k)⌋ for |k| ≤ 1233.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FloorLog2Pow10(int k) => (k * Log2Of10) >> Log2Bits;

    // The 124 leading bits of 10^k, rounded up; 10^k = (high·2^64 + low)·2^(⌊log2(10^k)⌋ - 123).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong PowerOfTen(int k, out ulong low)
    {
        Debug.Assert(k is >= MinPower and <= MaxPower);
        ref ulong entry = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Powers), (nuint)(uint)((k - MinPower) * 2));
        low = Unsafe.Add(ref entry, 1);
        return entry;
    }
}
