using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

[EachVectorLevel]
public class NameCacheTests
{
    private static readonly string[] HostileNames =
    [
        "", " ", "\0", "\u001F", "\"", "\\", "\n\r\t\b\f", "\u007F", "<script>", "é", "e\u0301", "中文", "😀", "\uD83D", "\uDE00", "\uDE00\uD83D", "\uFFFD", "__proto__",
        "constructor", "a", "A", "{", "}", ",\"x\":1", "\uFEFF", "\u2028", new string('n', 26), new string('n', 27), new string('n', 28), new string('n', 29),
        new string('n', 60), new string('n', 1024), new string('n', 1025), new string('\u0001', 1024), new string('é', 100_000), new string('x', 100_000),
    ];

    public static TheoryData<int, string> CapacitiesAndEncoders
    {
        get
        {
            var data = new TheoryData<int, string>();
            foreach (int capacity in new[] { 0, 1, 7, 4096 })
                foreach (string encoder in Matrix.Encoders)
                    data.Add(capacity, encoder);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(CapacitiesAndEncoders))]
    public async Task Write_hostileNames_matchesJsonSerializer(int capacity, string encoder)
    {
        var options = new JsonRowOptions { SerializerOptions = Matrix.Options(encoder), MaxCachedNames = capacity };
        var random = new Random(3);
        var rows = new List<Dictionary<string, object?>>();
        for (int i = 0; i < 8; i++)
        {
            string[] names = [.. HostileNames];
            if (i > 2) random.Shuffle(names);
            // New instances with the same text, as a parser makes them.
            rows.Add(names.Take(i % 2 == 0 ? names.Length : 9).ToDictionary(name => new string(name.AsSpan()), object? (_) => i));
        }
        await Matrix.CheckAsync(new ComparedRows("hostile", JsonRows.From(rows), rows, rows), options, RowTarget.Bytes);
        var typed = rows.Select(row => row.ToDictionary(cell => cell.Key, cell => (int)cell.Value!)).ToList();
        await Matrix.CheckAsync(new ComparedRows("typed", JsonRows.From(typed), typed, typed), options, RowTarget.Bytes);
    }

    [Fact]
    public void Write_duplicateNames_areKept()
    {
        List<KeyValuePair<string, object?>[]> rows = [[new("a", 1), new("a", 2), new("b", 3), new("a", 4)], [new("a", 1), new("a", 2), new("b", 3), new("a", 4)]];
        const string row = """{"a":1,"a":2,"b":3,"a":4}""";
        JsonRows.From(rows).ToJsonString().Should().Be($"[{row},{row}]");
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public void Write_aMillionDifferentNames_staysBoundedAndRight()
    {
        const int rowCount = 10_000, columns = 100, capacity = 1000;
        var options = new JsonRowOptions { MaxCachedNames = capacity };
        List<Dictionary<string, int>> rows =
            [.. Enumerable.Range(0, rowCount).Select(r => Enumerable.Range(r * columns, columns).ToDictionary(n => $"name {n}", n => n))];
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows);
        Same.Rows(JsonRows.From(rows).ToUtf8Bytes(options), expected, rowCount, "a million names");
        options.Context.Names.Keys.Count.Should().BeLessThanOrEqualTo(capacity);
        Same.Rows(JsonRows.From(rows.Select(row => row.ToDictionary(cell => cell.Key, object? (cell) => cell.Value))).ToUtf8Bytes(), expected, rowCount, "boxed");
        JsonRowOptions.Default.Context.Names.Keys.Count.Should().BeLessThanOrEqualTo(4096);
    }

    [Fact]
    public void Write_threadsShareOptions_matchesJsonSerializer()
    {
        foreach (int capacity in new[] { 4096, 20 })
        {
            var options = new JsonRowOptions { MaxCachedNames = capacity };
            Parallel.For(0, 64, new ParallelOptions { MaxDegreeOfParallelism = 8 }, thread =>
            {
                var random = new Random(thread);
                List<Dictionary<string, object?>> rows =
                    [.. Enumerable.Range(0, 50).Select(_ => Enumerable.Range(0, 20).DistinctBy(_ => random.Next(40)).ToDictionary(n => $"column {n * random.Next(3)} of {n}", object? (n) => n))];
                Same.Rows(JsonRows.From(rows).ToUtf8Bytes(options), JsonSerializer.SerializeToUtf8Bytes(rows), rows.Count, "one of many threads");
            });
        }
    }

    [Fact]
    public void Find_sameName_givesOneEntry()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 10, BufferSizes.Tiny);
        EncodedName name = cache.Find("a<")!;
        cache.Find(new string("a<".AsSpan())).Should().BeSameAs(name);
        cache.Count.Should().Be(1);
        name.Key.Should().Be("a<");
        name.Length.Should().Be(""","a\u003C":""".Length);
        name.IsExcluded.Should().BeFalse();
    }

    [Fact]
    public void Find_fullCache_findsTheOldAndRefusesTheNew()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny);
        EncodedName[] names = [.. new[] { "a", "b", "c" }.Select(key => cache.Find(key)!)];
        cache.Find("d").Should().BeNull();
        cache.Count.Should().Be(3);
        foreach (EncodedName name in names) cache.Find(name.Key).Should().BeSameAs(name);
        names.Select(name => name.Id).Should().OnlyHaveUniqueItems().And.OnlyContain(id => id >= 1 && id <= cache.MaxId);
    }

    [Fact]
    public void Find_longName_isNotCached()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny);
        cache.Find(new string('x', NameCache.MaxNameLength + 1)).Should().BeNull();
        cache.Find(new string('x', NameCache.MaxNameLength)).Should().NotBeNull();
        cache.Count.Should().Be(1);
    }

    [Fact]
    public void Find_renamedToNull_isExcluded()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, name => name == "a" ? null : name + "!", 3, BufferSizes.Tiny);
        cache.Find("a")!.IsExcluded.Should().BeTrue();
        cache.Find("b")!.IsExcluded.Should().BeFalse();
        cache.Rename("b").Should().Be("b!");
    }

    [Fact]
    public void Find_manySimilarNames_eachKeepsItsOwn()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 5000, BufferSizes.Tiny);
        string[] keys = [.. Enumerable.Range(0, 1500).SelectMany(i => new[] { $"{i:D8}", $"prefix that is shared {i}", $"{i}, and a suffix that is shared" })];
        EncodedName?[] first = [.. keys.Select(cache.Find)];
        for (int i = 0; i < keys.Length; i++)
        {
            EncodedName? again = cache.Find(keys[i]);
            if (again is not null) again.Key.Should().Be(keys[i]);
            if (first[i] is { } name) name.Key.Should().Be(keys[i]);
        }
        first.Count(name => name is not null).Should().BeGreaterThan(keys.Length * 99 / 100);
    }

    [Fact]
    public void Find_threadsAtOnce_agree()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 2000, BufferSizes.Tiny);
        string[] keys = [.. Enumerable.Range(0, 1000).Select(i => $"key {i}")];
        Parallel.For(0, 16, new ParallelOptions { MaxDegreeOfParallelism = 8 }, thread =>
        {
            var random = new Random(thread);
            string[] own = [.. keys];
            random.Shuffle(own);
            foreach (string key in own) (cache.Find(key)?.Key ?? key).Should().Be(key);
        });
        cache.Count.Should().BeInRange(990, 2000);
    }
}
