using System.Runtime.InteropServices;

namespace RowJson.Tests;

public class NameHashTests
{
    /// <summary>Slots of the table for 4,096 names.</summary>
    private const int Slots = 1 << 14;

    public static TheoryData<string> Families => [.. CraftedNames.Families.Keys];

    [Theory]
    [MemberData(nameof(Families))]
    public void Of_craftedNames_areSpreadUnderAnySeeds(string family)
    {
        string[] names = CraftedNames.Families[family];
        var random = new Random(7);
        for (int round = 0; round < 100; round++)
        {
            var hash = new NameHash((ulong)random.NextInt64() * 3);
            int[] perSlot = new int[Slots];
            foreach (string name in names) perSlot[hash.Of(name) % Slots]++;

            // Of 1,000 names in 16,384 slots, some 30 share one; in a random spread six hardly ever do: 1000^6 / 6! / 16384^5.
            perSlot.Max().Should().BeLessThanOrEqualTo(6, $"seeds of round {round}");
            perSlot.Count(count => count > 0).Should().BeGreaterThan(names.Length * 9 / 10, $"seeds of round {round}");
        }
    }

    [Fact]
    public void Create_manyTimes_hasOtherSeedsEachTime()
    {
        uint ones = uint.MaxValue, zeros = uint.MaxValue;
        foreach (string name in new[] { "", "a", "name", "a name of more than one step" })
        {
            for (int i = 0; i < 100; i++)
            {
                uint hash = NameHash.Create().Of(name);
                ones &= hash;
                zeros &= ~hash;
            }
            // A bit that is the same a hundred times by chance: once in 2^94 runs.
            (ones | zeros).Should().Be(0, name);
        }
    }

    [Fact]
    public void Of_anyLength_dependsOnEveryCharacterAndOnTheLength()
    {
        var hash = NameHash.Create();
        for (int length = 0; length <= 70; length++)
        {
            string name = new('x', length);
            var others = new HashSet<uint> { hash.Of(name) };
            for (int i = 0; i < length; i++) others.Add(hash.Of(name[..i] + 'y' + name[(i + 1)..]));
            others.Add(hash.Of(name + 'x'));
            // Two of 72 numbers of 32 bits are equal once in 1.7 million times.
            others.Count.Should().BeGreaterThanOrEqualTo(length + 1);
        }
    }

    [Fact]
    public void Of_anyLength_isTheHashOfItsDefinition()
    {
        var random = new Random(11);
        for (int length = 0; length <= 70; length++)
        {
            string name = string.Create(length, random, (text, random) => random.NextBytes(MemoryMarshal.AsBytes(text)));
            ulong seed = (ulong)random.NextInt64() * 3;
            new NameHash(seed).Of(name).Should().Be(Definition(name, seed), $"length {length}");
        }
    }

    /// <summary>The hash as its remarks define it, a step at a time.</summary>
    private static uint Definition(string name, ulong seed)
    {
        ulong hash = seed ^ ((ulong)name.Length * 2);
        if (name.Length < 4) hash = Add(hash, Units(name), 0);
        else
        {
            for (int i = 0; i + 8 < name.Length; i += 8) hash = Add(hash, Word(name, i), Word(name, i + 4));
            hash = Add(hash, Word(name, Math.Max(0, name.Length - 8)), Word(name, name.Length - 4));
        }
        return (uint)((hash * 0x9E3779B97F4A7C15) >> 32);

        static ulong Units(IEnumerable<char> text) => text.Aggregate(0UL, (units, unit) => units << 16 | unit);

        static ulong Word(string text, int index) => Units(text.Substring(index, 4).Reverse());

        ulong Add(ulong hash, ulong first, ulong second)
        {
            UInt128 product = (UInt128)(hash ^ first) * (second ^ (seed << 32 | seed >> 32));
            return (ulong)(product >> 64) ^ (ulong)product;
        }
    }

    [Fact]
    public void Create_eachTime_hasSeedsOfItsOwn() => NameHash.Create().Of("name").Should().NotBe(NameHash.Create().Of("name"));
}
