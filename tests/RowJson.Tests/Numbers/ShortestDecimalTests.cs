using System.Numerics;

namespace RowJson.Tests;

[EachVectorLevel]
public class ShortestDecimalTests
{
    [Fact]
    public void Powers_everyEntry_isTheLeading128BitsRoundedUp()
    {
        ShortestDecimal.Powers.Length.Should().Be(2 * (ShortestDecimal.MaxPower - ShortestDecimal.MinPower + 1));
        BigInteger two128 = BigInteger.One << 128;
        for (int k = ShortestDecimal.MinPower; k <= ShortestDecimal.MaxPower; k++)
        {
            BigInteger numerator = BigInteger.Pow(10, Math.Max(k, 0));
            BigInteger denominator = BigInteger.Pow(10, Math.Max(-k, 0));
            // The smallest power of two that brings the quotient to 2^127 or more.
            int shift = 127 - (int)Math.Floor(k * Math.Log2(10));
            BigInteger power = Quotient(numerator, denominator, shift);
            (power >= two128 >> 1 && power < two128).Should().BeTrue();

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

    /// <summary>Whether the fast way decides, which then has to agree with the exact one.</summary>
    private static bool Decides(ulong c, int q)
    {
        if (!ShortestDecimal.TryFind(c, q, out ulong tens, out uint ones, out int k)) return false;
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
