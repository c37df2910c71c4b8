namespace RowJson;

// The powers of ten, 618 of 16 bytes, computed once in a fraction of a millisecond; the test recomputes every entry with BigInteger.
internal static partial class ShortestDecimal
{
    // -1 - ⌊log10(2^971)⌋, for the largest double, (2^53 - 1)·2^971.
    internal const int MinPower = -293;

    // -⌊log10(2^-1074)⌋, for the smallest double, 2^-1074.
    internal const int MaxPower = 324;

    // From 10^0 to this one all bits of a power are among the 124 leading ones.
    private const int MaxExactPower = 53;

    // For each power from MinPower its upper and its lower 64 bits.
    internal static readonly ulong[] Powers = ComputePowers();

    // Starts with the 192 leading bits of 10^MinPower, rounded up, and goes on to the next power by 10/8 = 1 + 1/4. All steps round up and
    // are off by less than 2^12 units together; what is cut off for the 124 bits of an entry is nowhere as close to a whole one.
    private static ulong[] ComputePowers()
    {
        var powers = new ulong[2 * (MaxPower - MinPower + 1)];
        var upper = new UInt128(0xCC5FC196FEFD7D0C, 0x1E53ED49A96272C8);
        ulong lower = 0xB2E28CEDD086D011;
        for (int k = MinPower; k <= MaxPower; k++)
        {
            UInt128 power = (upper >> FreeBits) + (k is >= 0 and <= MaxExactPower ? 0u : 1u);
            powers[2 * (k - MinPower)] = (ulong)(power >> 64);
            powers[2 * (k - MinPower) + 1] = (ulong)power;

            UInt128 sum = upper + (upper >> 2);
            ulong lowerSum = lower + (lower >> 2 | (ulong)upper << 62) + 1;
            if (lowerSum <= lower) sum++;
            bool isCarry = sum < upper;
            lower = isCarry ? lowerSum >> 1 | (ulong)sum << 63 : lowerSum;
            upper = isCarry ? sum >> 1 | UInt128.One << 127 : sum;
        }
        return powers;
    }
}
