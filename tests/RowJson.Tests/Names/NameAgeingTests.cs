using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Which names stay when the cache is full.</summary>
public class NameAgeingTests
{
    private static readonly string[] Honest = [.. Enumerable.Range(0, 20).Select(i => $"column {i}")];

    [Fact]
    public void CountRefusals_endOfAGeneration_makesRoomForAnyNames()
    {
        NameCache cache = CacheOf(3, "a", "b", "c");
        EncodedName former = cache.Find("b")!;
        cache.Find("d").Should().BeNull();

        EndGeneration(cache);

        cache.Count.Should().Be(0);
        EncodedName[] later = [.. new[] { "d", "b", "e" }.Select(key => cache.Find(key)!)];
        later.Select(name => name.Id).Should().Equal([1, 2, 3]);
        later[1].Should().NotBeSameAs(former);
        cache.Find("a").Should().BeNull();
        cache.Count.Should().Be(3);
    }

    [Fact]
    public void CountRefusals_fewerThanAGenerationHas_changeNothing()
    {
        NameCache cache = CacheOf(3, "a", "b", "c");
        for (int i = 1; i < cache.RefusalsPerGeneration; i++) cache.CountRefusals(1);
        (cache.Count, cache.Generation).Should().Be((3, 0));

        cache.CountRefusals(1);

        (cache.Count, cache.Generation).Should().Be((0, 1));
    }

    [Fact]
    public void Find_cacheThatKeepsNothing_refusesAll()
    {
        NameCache none = CacheOf(0);
        none.Find("d").Should().BeNull();
        EndGeneration(none);
        none.Find("d").Should().BeNull();
        none.Count.Should().Be(0);
    }

    [Fact]
    public void Find_anySeed_findsNamesInAnySlot()
    {
        // Each cache has seeds of its own: the name that leaves and the one that comes meet every slot, the first one, too.
        for (int round = 0; round < 500; round++)
        {
            NameCache cache = CacheOf(1, "a");
            EndGeneration(cache);
            EncodedName later = cache.Find("d")!;
            later.Key.Should().Be("d");
            cache.Find("d").Should().BeSameAs(later);
            cache.Find("a").Should().BeNull();
        }
    }

    [Fact]
    public void Find_longestName_isCachedByItsOwnString()
    {
        string longest = new('x', NameCache.MaxNameLength);
        CacheOf(1).Find(longest)!.Key.Should().BeSameAs(longest);
    }

    /// <summary>To one who knows the seed, the last four characters of a name can make a factor of the step zero.</summary>
    [Fact]
    public void Find_namesOfOneHash_readsBoundedSlots()
    {
        const int capacity = 3 * NameCache.MaxProbes;
        var cache = new NameCache(JavaScriptEncoder.Default, null, capacity, BufferSizes.Tiny) { Hash = new NameHash(0) };
        string[] names = [.. Enumerable.Range(0, NameCache.MaxProbes + 1).Select(i => $"N{i:D3}\0\0\0\0")];
        for (int i = 0; i < NameCache.MaxProbes; i++)
        {
            cache.ProbesOf(names[i]).Should().Be(i + 1);
            cache.Find(names[i])!.Id.Should().Be(i + 1);
            cache.ProbesOf(names[i]).Should().Be(i + 1);
        }

        cache.Find(names[^1]).Should().BeNull();

        cache.ProbesOf(names[^1]).Should().Be(NameCache.MaxProbes);
        cache.ProbesOf("other").Should().Be(1);
        cache.Count.Should().Be(NameCache.MaxProbes);
        foreach (string name in names[..^1]) cache.Find(name)!.Key.Should().Be(name);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Find_namesThatAreRefused_endGenerations(bool asText)
    {
        const int generations = 10;
        NameCache cache = CacheOf(1, "a");
        var lookup = new NameLookup(cache);
        for (int i = 0; i < generations * cache.RefusalsPerGeneration; i++)
        {
            cache.Generation.Should().Be(i / cache.RefusalsPerGeneration);
            string key = "a";
            lookup.Find(key).Should().NotBeNull();
            key = $"other {i}";
            (asText ? lookup.Find(key.AsSpan()) : lookup.Find(key)).Should().BeNull();
        }
        cache.Generation.Should().Be(generations);
    }

    [Fact]
    public void Find_severalEncodersOfTheUsualSizes_reportTheirRefusals()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 0, BufferSizes.Default);
        NameLookup[] lookups = [new(cache), new(cache)];
        int half = cache.RefusalsPerGeneration / lookups.Length;
        foreach (NameLookup lookup in lookups)
        {
            cache.Generation.Should().Be(0);
            for (int i = 0; i < half; i++) lookup.Find("a");
        }
        cache.Generation.Should().Be(1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void BeginBatch_newGeneration_forgetsWhatIsExpected(bool isNew)
    {
        NameCache cache = CacheOf(2, "a", "b");
        EncodedName a = cache.Find("a")!;
        var lookup = new NameLookup(cache);
        PredictedName predicted = lookup.Predictor.Learn(NamePredictor.Root, NamePredictor.Root, a, a.Key);
        if (isNew) EndGeneration(cache);

        lookup.BeginBatch();

        lookup.Predictor.FirstIn(NamePredictor.Root).Should().BeSameAs(isNew ? null : predicted);
    }

    [Fact]
    public void Find_namesThatAreRefused_forgetsWhatIsExpected()
    {
        NameCache cache = CacheOf(2, "a", "b");
        EncodedName a = cache.Find("a")!;
        var lookup = new NameLookup(cache);
        lookup.Predictor.Learn(NamePredictor.Root, NamePredictor.Root, a, a.Key);

        for (int i = 0; i < cache.RefusalsPerGeneration; i++) _ = lookup.Find($"other {i}");

        lookup.Predictor.FirstIn(NamePredictor.Root).Should().BeNull();
    }

    [Fact]
    public void Find_textWithoutString_findsTheSameName()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 2, BufferSizes.Tiny);
        EncodedName a = cache.Find("xay".AsSpan(1, 1))!;
        a.Key.Should().Be("a");
        cache.Find("a").Should().BeSameAs(a);
        EncodedName b = cache.Find("b")!;
        cache.Find("b".AsSpan()).Should().BeSameAs(b);
        cache.TryRename("abc".AsSpan(0, 2), out ReadOnlySpan<char> name).Should().BeTrue();
        name.ToString().Should().Be("ab");
        new NameCache(JavaScriptEncoder.Default, _ => null, 2, BufferSizes.Tiny).TryRename("a", out _).Should().BeFalse();
        new NameCache(JavaScriptEncoder.Default, _ => "", 2, BufferSizes.Tiny).TryRename("a", out name).Should().BeTrue();
        name.Length.Should().Be(0);
    }

    public static TheoryData<string> Families => [.. CraftedNames.Families.Keys];

    [Theory]
    [MemberData(nameof(Families))]
    public void Find_craftedNames_areCachedAsOthersAre(string family)
    {
        // In a table that is a quarter full, a random name needs more than the 16 probes of a look-up less than once in a million times.
        string[] names = CraftedNames.Families[family];
        var cache = new NameCache(JavaScriptEncoder.Default, null, names.Length, BufferSizes.Tiny);
        names.Count(name => cache.Find(name) is not null).Should().BeGreaterThan(names.Length * 99 / 100);
    }

    [Fact]
    public void Write_honestNamesAfterAFlood_areCachedAgain()
    {
        var options = new JsonRowOptions { Sizes = BufferSizes.Default with { RefusalsPerGeneration = 1 << 14 } };
        Flood(options, first: 0, count: 5000);
        options.Context.Names.Keys.Count.Should().Be(options.MaxCachedNames);
        foreach (string name in Honest) options.Context.Names.Keys.Find(name).Should().BeNull();

        // They enter where those of the flood have left.
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(Row(Honest), options.Sizes.RefusalsPerGeneration / Honest.Length)];
        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));

        foreach (string name in Honest) options.Context.Names.Keys.Find(name).Should().NotBeNull();
        options.Context.Names.Keys.Count.Should().Be(Honest.Length);
    }

    [Fact]
    public void Write_columnsOfReadersAfterAFlood_areCachedAgain()
    {
        var options = new JsonRowOptions { Sizes = BufferSizes.Default with { RefusalsPerGeneration = 1 << 14 } };
        Flood(options, first: 0, count: 5000);
        Column[] columns = [.. Honest.Select(name => Column.Of(name, 1))];
        while (options.Context.Names.Columns.Generation < 1) JsonRows.From(new ColumnarReader(columns)).WriteTo(Stream.Null, options);

        foreach (string name in Honest) options.Context.Names.Columns.Find(name).Should().NotBeNull();
    }

    [Fact]
    public void Write_floodsAndHonestRowsOnSeveralThreads_writesTheRightBytes()
    {
        foreach (int capacity in new[] { 1, 30, 1000 })
        {
            var options = new JsonRowOptions { MaxCachedNames = capacity };
            List<Dictionary<string, object?>> honest = [.. Enumerable.Repeat(Row(Honest), 20)];
            string expected = JsonSerializer.Serialize(honest);
            Parallel.For(0, 8, new ParallelOptions { MaxDegreeOfParallelism = 8 }, thread =>
            {
                for (int round = 0; round < 10; round++)
                {
                    Flood(options, (thread % 3 * 10 + round) * 4000, count: 4000);
                    JsonRows.From(honest).ToJsonString(options).Should().Be(expected);
                    options.Context.Names.Keys.Count.Should().BeLessThanOrEqualTo(capacity);
                }
            });
        }
    }

    [Fact]
    public void Find_threadsAtOnceWhileGenerationsEnd_keepsCountAndNamesRight()
    {
        const int capacity = 100;
        var cache = new NameCache(JavaScriptEncoder.Default, name => name + "!", capacity, BufferSizes.Tiny);
        Parallel.For(0, 8, new ParallelOptions { MaxDegreeOfParallelism = 8 }, thread =>
        {
            var lookup = new NameLookup(cache);
            var random = new Random(thread);
            for (int i = 0; i < 20_000; i++)
            {
                string key = $"key {random.Next(300)}";
                if (lookup.Find(key) is not { } name) continue;
                if (name.Key != key || name.Name != key + "!" || name.Id is < 1 or > capacity) throw new InvalidOperationException(key);
            }
        });
        cache.Generation.Should().BeGreaterThan(2);
        for (int i = 0; i < 300; i++) cache.Find($"key {i}");
        cache.Count.Should().Be(capacity);
        EncodedName[] names = [.. Enumerable.Range(0, 300).Select(i => cache.Find($"key {i}")).OfType<EncodedName>()];
        names.Length.Should().Be(capacity);
        names.Select(name => name.Id).Should().OnlyHaveUniqueItems();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(300)]
    [InlineData(4096)]
    public void Write_documentsWhoseNamesReplaceEachOther_writesTheRightBytes(int capacity)
    {
        var random = new Random(capacity);
        var options = new JsonRowOptions { MaxCachedNames = capacity, ColumnFilter = column => !column.Name.EndsWith('7'), ColumnNamingPolicy = Naming.By(name => name + "<") };
        var omitting = new JsonRowOptions { MaxCachedNames = capacity, OmitNulls = true };
        for (int call = 0; call < 15; call++)
        {
            // Each call has names of a range of its own, and some of the call before, each in one of several spellings.
            List<(string Name, int? Value)[]> rows = [.. Enumerable.Range(0, 500).Select(_ => Enumerable.Range(0, 20)
                .Select(_ => ($"é{random.Next(3 * capacity) + call * capacity}", random.Next(9) == 0 ? (int?)null : random.Next(10))).ToArray())];
            string json = Json(rows, cell => random.Next(3) == 0 ? """\u00e9""" + cell.Name[1..] : cell.Name);
            using JsonDocument document = JsonDocument.Parse(json);

            Same.Rows(JsonRows.From(document).ToUtf8Bytes(options), Bytes(Json(
                rows.Select(row => row.Where(cell => !cell.Name.EndsWith('7')).ToArray()), cell => $"""\u00E9{cell.Name[1..]}\u003C""")), rows.Count, "renamed");
            Same.Rows(JsonRows.From(document).ToUtf8Bytes(omitting), Bytes(Json(
                rows.Select(row => row.Where(cell => cell.Value is not null).ToArray()), cell => $"""\u00E9{cell.Name[1..]}""")), rows.Count, "omitting");
        }
        options.Context.Names.Columns.Count.Should().BeLessThanOrEqualTo(capacity);
    }

    [Fact]
    public void Write_namesReplacedDuringTheCall_writesTheRightBytes()
    {
        // Another encoder's names: those that replaced each other have the same id, and this encoder expects both.
        var random = new Random(2);
        var options = new JsonRowOptions { MaxCachedNames = 3, ColumnNamingPolicy = Naming.By(name => name + "!") };
        NameCache cache = options.Context.Names.Columns;
        string json = Json(Enumerable.Range(0, 5000).Select(_ => Enumerable.Range(0, 4).Select(_ => ($"n{random.Next(5)}", (int?)1)).ToArray()), cell => cell.Name);
        int replaced = 0;

        IEnumerable<T> Replacing<T>(IEnumerable<T> rows)
        {
            foreach (T row in rows)
            {
                // Other names than before may enter.
                if (random.Next(3) == 0)
                {
                    EndGeneration(cache);
                    for (int i = 0; i < 3; i++) cache.Find($"n{random.Next(5)}");
                    replaced++;
                }
                yield return row;
            }
        }

        using JsonDocument document = JsonDocument.Parse(json);
        string expected = json.Replace("\":", "!\":", StringComparison.Ordinal);
        JsonRows.From(Replacing(document.RootElement.EnumerateArray())).ToJsonString(options).Should().Be(expected);
        replaced.Should().BeGreaterThan(100);

        List<List<KeyValuePair<string, object?>>> pairs =
            [.. document.RootElement.EnumerateArray().Select(row => row.EnumerateObject().Select(cell => KeyValuePair.Create(cell.Name, (object?)1)).ToList())];
        JsonRows.From(Replacing(pairs)).ToJsonString(options).Should().Be(expected);
    }

    [Fact]
    public void WriteTo_documentWithLongNames_writesThemAll()
    {
        string[] names = [new('n', 1024), new('n', 1025), new('é', 5000), new('x', 100_000), "short", new('n', 1025)];
        string json = "[" + string.Join(',', Enumerable.Repeat("{" + string.Join(',', names.Select(name => $"\"{name}\":1")) + "}", 5)) + "]";
        string expected = json.Replace("é", """\u00E9""", StringComparison.Ordinal);
        using JsonDocument document = JsonDocument.Parse(json);

        JsonRows.From(document).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be(expected);
        JsonRows.From(document).ToJsonString(new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name) }).Should().Be(expected);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_documentWithANameThatIsNoText_failsAfterTheCompleteRows(bool isIndented)
    {
        using JsonDocument document = JsonDocument.Parse("""[{"a":1},{"a":1,"\ud83d":2},{"a":1}]""");
        var options = new JsonRowOptions { OmitNulls = true, SerializerOptions = new JsonSerializerOptions { WriteIndented = isIndented } };
        var output = new MemoryStream();

        JsonRowException exception = FluentActions.Invoking(() => JsonRows.From(document).WriteTo(output, options)).Should().Throw<JsonRowException>().Which;

        exception.RowIndex.Should().Be(1);
        exception.InnerException.Should().BeOfType<InvalidOperationException>();
    }

    private static NameCache CacheOf(int capacity, params string[] names)
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, capacity, BufferSizes.Tiny);
        foreach (string name in names) cache.Find(name).Should().NotBeNull();
        return cache;
    }

    private static void EndGeneration(NameCache cache) => cache.CountRefusals(cache.RefusalsPerGeneration);

    private static byte[] Bytes(string json) => System.Text.Encoding.UTF8.GetBytes(json);

    private static string Json(IEnumerable<(string Name, int? Value)[]> rows, Func<(string Name, int? Value), string> spell) =>
        "[" + string.Join(',', rows.Select(row => "{" + string.Join(',', row.Select(cell => $"\"{spell(cell)}\":{cell.Value?.ToString() ?? "null"}")) + "}")) + "]";

    private static Dictionary<string, object?> Row(IEnumerable<string> names) => names.ToDictionary(name => name, object? (_) => 1);

    /// <summary>Rows of names that come once each.</summary>
    private static void Flood(JsonRowOptions options, int first, int count) =>
        JsonRows.From(Enumerable.Range(first, count).Chunk(100).Select(numbers => Row(numbers.Select(i => $"flood {i}")))).WriteTo(Stream.Null, options);
}
