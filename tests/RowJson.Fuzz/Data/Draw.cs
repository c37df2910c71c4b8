using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>Everything random in a case: the same seed gives the same case.</summary>
internal sealed class Draw(ulong seed)
{
    private readonly PseudoRandom _random = new(seed);

    public ulong Bits() => _random.Next();

    /// <summary>A number from 0 to <paramref name="limit"/> - 1.</summary>
    public int Below(int limit) => _random.Below(limit);

    /// <summary>True once in so many times.</summary>
    public bool Chance(int oneIn) => _random.Below(oneIn) == 0;

    public T Pick<T>(ReadOnlySpan<T> choices) => choices[_random.Below(choices.Length)];

    /// <summary>A number of any magnitude.</summary>
    public long Magnitude() => (long)(_random.Next() >> _random.Below(64));
}
