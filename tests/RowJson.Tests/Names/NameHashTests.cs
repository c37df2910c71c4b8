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
            var hash = new NameHash((ulong)random.NextInt64() * 3, (ulong)random.NextInt64() * 5, (ulong)random.NextInt64() * 7);
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
            (ulong left, ulong right, ulong distance) = (Next(), Next(), Next());
            new NameHash(left, right, distance).Of(name).Should().Be(Definition(name, left, right, distance | 1), $"length {length}");
        }

        ulong Next() => (ulong)random.NextInt64() * 3;
    }

    /// <summary>The hash as its remarks define it, a step at a time.</summary>
    private static uint Definition(string name, ulong left, ulong right, ulong distance)
    {
        byte[] bytes = MemoryMarshal.AsBytes(name.AsSpan()).ToArray();
        int count = bytes.Length;
        ulong hash = (ulong)count;
        if (count >= 16)
        {
            for (int step = 0; step * 16 < count - 16; step++)
            {
                ulong seed = distance * (ulong)(step + 1);
                hash ^= Product(Word(step * 16, 8) ^ (left + seed), Word(step * 16 + 8, 8) ^ (right + seed));
            }
            hash ^= Product(Word(count - 16, 8) ^ left, Word(count - 8, 8) ^ right);
        }
        else
        {
            int word = count >= 8 ? 8 : count >= 4 ? 4 : count;
            hash ^= Product(Word(0, word) ^ left, (word >= 4 ? Word(count - word, word) : 0) ^ right);
        }
        return (uint)(((hash ^ (hash >> 32)) * 0x9E3779B97F4A7C15) >> 32);

        ulong Word(int start, int length)
        {
            ulong word = 0;
            for (int i = length - 1; i >= 0; i--) word = word << 8 | bytes[start + i];
            return word;
        }

        static ulong Product(ulong first, ulong second)
        {
            UInt128 product = (UInt128)first * second;
            return (ulong)(product >> 64) ^ (ulong)product;
        }
    }

    [Fact]
    public void Create_eachTime_hasSeedsOfItsOwn() => NameHash.Create().Of("name").Should().NotBe(NameHash.Create().Of("name"));
}
