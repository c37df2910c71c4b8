namespace RowJson;

// The shortest decimal that reads back as a given binary floating-point number, and of several of that length the closest one: what .NET
// writes for double and float.
// The method is Raffaello Giulietti's The Schubfach way to render doubles (2020): for v = c·2^q choose k with 10^k ≤ 2^q < 10^(k+1) and
// look at x = v·10^-k. Everything within half = 2^(q-1)·10^-k of x reads back as v. As 1/2 ≤ half < 5, at most one multiple of ten is that
// near: if there is one it is the answer, else the integer nearest to x is.
// Giulietti computes both ends of the interval and x, one 128-bit product each, so as to decide every case. Here one product gives x as a
// fixed-point number, and the ends follow from comparing it with half, which is a shifted power of ten. What the last bit of that cannot
// decide (one value in 2^57 or so, and genuine ties) goes to FindExactly, which is his method.
// For 0.1 = 7205759403792794·2^-56, k = -17 and x = v·10^17 = 10000000000000000.555…; half is 0.69…
//     multiples of ten        1000000000000000·10, and 0.555 away: within half
//     tens, ones              1000000000000000, 0        1000000000000000·10·10^-17 = 0.1
internal static partial class ShortestDecimal
{
    // Bits after the point of a number below 16 in a word of 64 bits: 4 bits are before it.
    private const int PointShift = 64 - WholeBits;
    private const int WholeBits = 4;

    private const ulong Ten = 10UL << PointShift;

    // 1/2 as a fraction of 64 bits.
    private const ulong OneHalf = 1UL << 63;

    // Logarithms as fixed-point numbers: ⌊log10(2)·2^22⌋, ⌈log10(4/3)·2^22⌉, ⌊log2(10)·2^19⌋.
    private const int Log10Bits = 22, Log10Of2 = 1_262_611, Log10OfFourThirds = 524_031;
    private const int Log2Bits = 19, Log2Of10 = 1_741_647;

    // For c·2^q with 10 ≤ c and both neighbours at the same distance: (tens·10 + ones)·10^k; false for what FindExactly has to decide.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFind(ulong c, int q, out ulong tens, out uint ones, out int k)
    {
        Debug.Assert(c is >= 10 and < 1UL << 53); // below 10 a multiple of ten may have as many digits as its neighbours
        k = FloorLog10Pow2(q);
        int shift = q + FloorLog2Pow10(-k) + 1;
        Debug.Assert(shift is >= 1 and <= 4);
        ulong high = PowerOfTen(-k, out ulong low);

        // x = integral + fraction / 2^64, rounded down from a product with a power rounded up: off by less than 2^-63.
        ulong scaled = c << shift;
        ulong integral = MultiplyHigh(high, scaled);
        ulong carry = MultiplyHigh(low, scaled);
        ulong fraction = high * scaled + carry;
        integral += fraction < carry ? 1UL : 0;

        tens = integral / 10;
        ones = (uint)(integral - tens * 10);

        // x mod 10 and half, with 4 bits before the point and 60 after it: each off by less than its last bit.
        ulong position = ((ulong)ones << PointShift) | (fraction >> WholeBits);
        ulong half = high >> (WholeBits + 1 - shift);
        ulong above = position + half; // < 10 + 5: 4 bits hold it

        // Too close to decide: x within one bit of the lower end, of the upper end, of the middle between two integers.
        // Three branches that are never taken: to combine the conditions takes more instructions.
        if (position - half + 1 <= 2 || Ten - above <= 1 || fraction == OneHalf) return false;

        // No branch predictor can guess which of the cases it is: they are selected without branches.
        uint up = above > Ten ? 1u : 0;
        uint nearest = ones + (uint)(fraction >> 63);
        tens += up;
        ones = ((position < half ? 1u : 0) | up) != 0 ? 0 : nearest;
        Debug.Assert(ones < 10);
        return true;
    }

    // For a number as it is stored, with zeros at the end until there are enough digits: powers of two, whose neighbours are not equally
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

    // For any c·2^q, the digits of the shortest decimal digits·10^k. With lowerIsCloser the neighbour below is half as far away as the one
    // above: c is a power of two and the lowest of its binary order.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ulong FindExactly(ulong c, int q, bool lowerIsCloser, out int k)
    {
        k = lowerIsCloser ? FloorLog10ThreeQuartersPow2(q) : FloorLog10Pow2(q);
        int shift = q + FloorLog2Pow10(-k) + 1;
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

    // The 128 leading bits of 10^k, rounded up; 10^k = (high·2^64 + low)·2^(⌊log2(10^k)⌋ - 127).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong PowerOfTen(int k, out ulong low)
    {
        Debug.Assert(k is >= MinPower and <= MaxPower);
        ref ulong entry = ref Unsafe.Add(ref MemoryMarshal.GetReference(Powers), (k - MinPower) * 2);
        low = Unsafe.Add(ref entry, 1);
        return entry;
    }
}
