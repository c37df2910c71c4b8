using System.Numerics;

namespace RowJson.Tests;

/// <summary>Names made to have the same hash, by somebody who knows the code but not the seeds.</summary>
internal static class CraftedNames
{
    /// <summary>Families of names, each of which a weak hash puts in one slot under every seed.</summary>
    public static IReadOnlyDictionary<string, string[]> Families { get; } = new Dictionary<string, string[]>
    {
        // The last character fills the highest bits of a word: in a product with it all lower bits are 0.
        ["three characters"] = Letters(1000, c => "ab" + c),
        ["four characters"] = Letters(1000, c => "abc" + c),
        ["the first of four characters"] = Letters(1000, c => c + "abc"),
        ["one character"] = Letters(1000, c => c.ToString()),
        ["the same two words in a fixed mixture"] = SevenCharacters(1000),
        // Equal products of two steps cancel each other, whatever they are.
        ["a half and its complement"] = Letters(1000, c => $"abcdefg{c}" + Complement($"abcdefg{c}")),
        ["two equal halves"] = Letters(1000, c => $"abcdefg{c}abcdefg{c}"),
        ["three steps of which two are equal"] = Letters(1000, c => $"abcdefg{c}abcdefg{c}end of it"),
        ["words in both orders"] = Letters(500, c => $"abc{c}{c}xyz").SelectMany(name => new[] { name, name[4..] + name[..4] }).ToArray(),
        ["columns by number"] = [.. Enumerable.Range(0, 1000).Select(i => $"c{i}")],
        ["zeros"] = [.. Enumerable.Range(1, 200).Select(i => new string('\0', i))],
    };

    private static string[] Letters(int count, Func<char, string> name) => [.. Enumerable.Range(0x21, count).Select(c => name((char)c))];

    /// <summary>The slots that a look-up of a name reads: hostile names would make them many.</summary>
    public static int ProbesOf(this NameCache cache, string key)
    {
        ReadOnlySpan<EncodedName?> slots = cache.Slots;
        int first = (int)cache.Hash.Of(key);
        for (int probe = 0; probe < NameCache.MaxProbes; probe++)
        {
            EncodedName? name = slots[(first + probe) & (slots.Length - 1)];
            if (name is null || name.Key == key) return probe + 1;
        }
        return NameCache.MaxProbes;
    }

    private static string Complement(string text) => new([.. text.Select(c => (char)~c)]);

    /// <summary>Names whose two words of four characters, one shared, give the same a ^ rotate(b × constant).</summary>
    private static string[] SevenCharacters(int count)
    {
        const ulong target = 0x0041_0042_0043_0044, factor = 0xBF58476D1CE4E5B9;
        var random = new Random(1);
        var names = new List<string>();
        while (names.Count < count)
        {
            ulong last = (ulong)random.NextInt64();
            ulong first = target ^ BitOperations.RotateLeft(last * factor, 31);
            if ((ushort)(first >> 48) != (ushort)last) continue;
            names.Add(new string([(char)first, (char)(first >> 16), (char)(first >> 32), .. Enumerable.Range(0, 4).Select(i => (char)(last >> (16 * i)))]));
        }
        return [.. names];
    }
}
