using System.Numerics;

namespace RowJson.Tests;

[EachVectorLevel]
public class ShortestDecimalTests
{
    [Fact]
    public void Powers_everyEntry_isTheLeading124BitsRoundedUp()
    {
        ShortestDecimal.Powers.Length.Should().Be(2 * (ShortestDecimal.MaxPower - ShortestDecimal.MinPower + 1));
        BigInteger two124 = BigInteger.One << 124;
        for (int k = ShortestDecimal.MinPower; k <= ShortestDecimal.MaxPower; k++)
        {
            BigInteger numerator = BigInteger.Pow(10, Math.Max(k, 0));
            BigInteger denominator = BigInteger.Pow(10, Math.Max(-k, 0));
            // The smallest power of two that brings the quotient to 2^123 or more.
            int shift = 123 - (int)Math.Floor(k * Math.Log2(10));
            BigInteger power = Quotient(numerator, denominator, shift);
            (power >= two124 >> 1 && power < two124).Should().BeTrue();

            int entry = 2 * (k - ShortestDecimal.MinPower);
            ((BigInteger)ShortestDecimal.Powers[entry] << 64 | ShortestDecimal.Powers[entry + 1]).Should().Be(power, "10^{0}", k);
        }
    }

    [Fact]
    public void TryFind_pseudoRandomMantissasOfEveryExponent_agreesWithFindExactly()
    {
        var random = new Random(7);
        int undecided = 0;
        for (int q = -1074; q <= 971; q++)
        {
            for (int i = 0; i < 200; i++)
                if (!Decides((1UL << 52) | (ulong)random.NextInt64(1L << 52), q)) undecided++;
            for (int bits = 0; bits < 53; bits++) Decides((1UL << 52) | (1UL << bits), q);
        }
        // Ties, near 2^0, and what has as many digits as fit: of 409,200 numbers.
        undecided.Should().BeLessThan(4_000);
    }

    /// <summary>Halves, ties and exact multiples of ten abound where the power of ten is small: the cases that the fast way leaves to the exact one.</summary>
    [Fact]
    public void TryFind_smallExponents_agreesWithFindExactly()
    {
        int decided = 0;
        for (int q = -30; q <= 30; q++)
            for (uint c = 10; c < 5_000; c++)
                if (Decides(c, q)) decided++;
        decided.Should().BeGreaterThan(100_000);
    }

    [Fact]
    public void TryFind_pseudoRandomFloatsOfEveryExponent_agreesWithFindExactly()
    {
        var random = new Random(8);
        int undecided = 0;
        for (int q = -149; q <= 104; q++)
            for (int i = 0; i < 4_000; i++)
                if (!Decides((1UL << 23) | (ulong)random.NextInt64(1L << 23), q, isSingle: true)) undecided++;
        undecided.Should().BeLessThan(20_000); // ties, near 2^0; of 1,016,000 numbers
    }

    /// <summary>
    /// FindExactly rounds products of c·2^q·10^-k, with even factors up to 2^55 + 2, at a remainder of 2·2^-64. A power of 124 bits makes
    /// them too large by less than 2^-65: none may be so near below an integer, or below that remainder.
    /// </summary>
    [Fact]
    public void FindExactly_productsNearestToIntegers_areFarFromWhereItRounds()
    {
        for (int q = -1074; q <= 971; q++)
        {
            AssertFar(q, (q * 1_262_611) >> 22);
            AssertFar(q, (q * 1_262_611 - 524_031) >> 22);
        }
    }

    // The fractions of m·a/b for m up to a limit, by the continued fraction of a/b: the one nearest above an integer, which is lowFactor's,
    // and the one nearest below. Others within 4·2^-64 above are of multiples of lowFactor: the difference of two such factors is one, too.
    private static void AssertFar(int q, int k)
    {
        BigInteger limit = (BigInteger.One << 54) + 1;
        BigInteger a = BigInteger.Pow(2, Math.Max(q + 1, 0)) * BigInteger.Pow(10, Math.Max(-k, 0));
        BigInteger b = BigInteger.Pow(2, Math.Max(-q - 1, 0)) * BigInteger.Pow(10, Math.Max(k, 0));
        BigInteger divisor = BigInteger.GreatestCommonDivisor(a, b);
        b /= divisor;
        if (b <= limit) return; // remainders are multiples of 1/b
        BigInteger low = a / divisor % b, high = b - low;
        BigInteger lowFactor = 1, highFactor = 1;
        while (true)
        {
            BigInteger lows = low > high ? BigInteger.Min((low - 1) / high, (limit - lowFactor) / highFactor) : 0;
            low -= lows * high;
            lowFactor += lows * highFactor;
            BigInteger highs = high > low ? BigInteger.Min((high - 1) / low, (limit - highFactor) / lowFactor) : 0;
            high -= highs * low;
            highFactor += highs * lowFactor;
            if (lows.IsZero && highs.IsZero) break;
        }
        (high << 62 >= b).Should().BeTrue("no product of q = {0}, k = {1} is nearer below an integer", q, k);
        for (int i = 1; i * lowFactor <= limit && i * low << 62 < b; i++)
        {
            BigInteger halves = (i * low << 65) / b; // of 2^-64
            halves.Should().NotBe(3, "q = {0}, k = {1}", q, k);
        }
    }

    /// <summary>Whether the fast way decides, which then has to agree with the exact one.</summary>
    private static bool Decides(ulong c, int q)
    {
        if (c < 1 << 24) Decides(c, q, isSingle: true);
        return Decides(c, q, isSingle: false);
    }

    private static bool Decides(ulong c, int q, bool isSingle)
    {
        if (!ShortestDecimal.TryFind(c, q, isSingle, out ulong tens, out uint ones, out int k)) return false;
        ulong exact = ShortestDecimal.FindExactly(c, q, lowerIsCloser: false, out int exactK);
        if (tens * 10 + ones != exact || k != exactK) Assert.Fail($"{c}·2^{q}: {tens}{ones}E{k}, exactly {exact}E{exactK}");
        return true;
    }

    private static BigInteger Quotient(BigInteger numerator, BigInteger denominator, int shift)
    {
        if (shift >= 0) numerator <<= shift;
        else denominator <<= -shift;
        BigInteger quotient = BigInteger.DivRem(numerator, denominator, out BigInteger remainder);
        return remainder.IsZero ? quotient : quotient + 1;
    }
}
