namespace RowJson.Tests;

/// <summary>A reproducible sequence of 64-bit numbers (SplitMix64 of Steele, Lea and Flood, 2014).</summary>
internal sealed class PseudoRandom(ulong seed)
{
    private ulong _state = seed;

    public ulong Next()
    {
        ulong z = _state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>A number from 0 to <paramref name="limit"/> - 1.</summary>
    public int Below(int limit) => (int)Math.BigMul(Next(), (ulong)limit, out _);
}
