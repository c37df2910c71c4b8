using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Names made to be expensive: their work is counted, and compared with that of honest ones.</summary>
public class HostileNamesTests
{
    /// <summary>What a hostile name may cost: so many times an honest one.</summary>
    private const int MostTimes = 3;

    private const int ManyNames = 1_000_000;

    public static TheoryData<string> Families => [.. Names().Keys];

    [Theory]
    [MemberData(nameof(Families))]
    public void Find_hostileNames_readsNoMoreSlotsThanForHonestOnes(string family)
    {
        string[] names = Names()[family];
        double hostile = ProbesPerName(names), honest = ProbesPerName(Honest(names.Length));
        hostile.Should().BeLessThan(MostTimes * honest);
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void Write_hostileNames_encodesNoMoreNamesThanForHonestOnes(string family)
    {
        string[] names = Names()[family];
        long hostile = EncodedNames(names, rounds: 4), honest = EncodedNames(Honest(names.Length), rounds: 4);
        hostile.Should().BeLessThan(MostTimes * honest);
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(100)]
    [InlineData(0)]
    public void Write_aMillionNames_keepsTheCacheBounded(int capacity)
    {
        var options = new JsonRowOptions { MaxCachedNames = capacity };
        for (int first = 0; first < ManyNames; first += 10_000)
        {
            Dictionary<string, object?> row = Enumerable.Range(first, 10_000).ToDictionary(i => $"name {i}", object? (_) => 1);
            JsonRows.From([row]).WriteTo(Stream.Null, options);
        }
        NameCache cache = options.Context.Names.Keys;
        cache.Count.Should().Be(capacity);
        // A quarter full at most, a power of two: no more than eight slots for each name.
        cache.Slots.Length.Should().BeLessThanOrEqualTo(Math.Max(64, 8 * capacity));
    }

    [Fact]
    public void Write_hugeNames_areWrittenAndNotKept()
    {
        string[] huge = [.. Enumerable.Range(0, 20).Select(i => new string((char)('a' + i), NameCache.MaxNameLength + 1 + i * 100_000))];
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(huge.ToDictionary(name => name, object? (_) => 1), 2)];
        var options = new JsonRowOptions();
        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(options), JsonSerializer.SerializeToUtf8Bytes(rows), "huge names");
        options.Context.Names.Keys.Count.Should().Be(0);
    }

    [Fact]
    public void Write_longestCachedNames_takeBoundedMemory()
    {
        // The worst case: each character is escaped, six bytes for each. 100 × 1,024 × 6 bytes, and as many characters.
        const int Capacity = 100;
        var options = new JsonRowOptions { MaxCachedNames = Capacity };
        string[] names = [.. Enumerable.Range(0, 3 * Capacity).Select(i => new string('é', NameCache.MaxNameLength - 3) + $"{i:D3}")];
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(names.ToDictionary(name => name, object? (_) => 1), 50)];
        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(options), JsonSerializer.SerializeToUtf8Bytes(rows), "long names");
        NameCache cache = options.Context.Names.Keys;
        cache.Count.Should().Be(Capacity);
        names.Select(cache.Find).Sum(name => name is null ? 0 : EncodedName.RoomOf(name.Length)).Should().BeLessThanOrEqualTo(Capacity * (NameCache.MaxNameLength * 6 + 64));
    }

    private static Dictionary<string, string[]> Names()
    {
        var families = new Dictionary<string, string[]>(CraftedNames.Families)
        {
            ["the same but for the end"] = [.. Enumerable.Range(0, 1000).Select(i => new string('x', 200) + i)],
            ["the same but for the last character of 1,024"] =
                [.. Enumerable.Range(0, 500).Select(i => new string('x', 1023) + (char)(0x100 + i))],
            ["the same but for the middle"] = [.. Enumerable.Range(0, 1000).Select(i => new string('x', 100) + (char)(0x100 + i)
                + new string('x', 100))],
        };
        return families;
    }

    private static string[] Honest(int count) => [.. Enumerable.Range(0, count).Select(i => $"column {i} of a usual table")];

    /// <summary>The slots that looking up each name reads, on average over several seeds, where all of them are cached.</summary>
    private static double ProbesPerName(string[] names)
    {
        const int Seeds = 20;
        long probes = 0;
        for (int seed = 0; seed < Seeds; seed++)
        {
            var cache = new NameCache(JavaScriptEncoder.Default, null, names.Length, BufferSizes.Default);
            foreach (string name in names) cache.Find(name);
            probes += names.Sum(name => (long)cache.ProbesOf(name));
        }
        return probes / (double)(Seeds * names.Length);
    }

    /// <summary>How often a name is renamed, and so encoded, where the cache keeps half of them.</summary>
    private static long EncodedNames(string[] names, int rounds)
    {
        long renamed = 0;
        var options = new JsonRowOptions
        {
            MaxCachedNames = names.Length / 2,
            ColumnNamingPolicy = Naming.By(name =>
            {
                renamed++;
                return name;
            }),
        };
        Dictionary<string, object?> row = names.ToDictionary(name => name, object? (_) => 1);
        JsonRows.From(Enumerable.Repeat(row, rounds)).WriteTo(Stream.Null, options);
        return renamed;
    }
}
