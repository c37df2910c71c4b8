using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Which names stay when the cache is full.</summary>
public class NameAgeingTests
{
    private static readonly string[] Honest = [.. Enumerable.Range(0, 20).Select(i => $"column {i}")];

    [Fact]
    public void Offer_nameNotUsedSinceItCame_isReplaced()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny);
        EncodedName[] names = [.. new[] { "a", "b", "c" }.Select(key => cache.Find(key)!)];

        EncodedName later = cache.Offer("d")!;

        cache.Count.Should().Be(3);
        cache.Find("d").Should().BeSameAs(later);
        EncodedName former = names.Single(name => cache.Find(name.Key) is null);
        later.Id.Should().Be(former.Id);
        names.Where(name => name != former).Should().OnlyContain(name => cache.Find(name.Key) == name);
    }

    [Fact]
    public void Offer_namesInUse_areDeclinedOnceEach()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny);
        foreach (string key in new[] { "a", "b", "c", "a", "b", "c" }) cache.Find(key).Should().NotBeNull();

        for (int i = 0; i < 3; i++) cache.Offer("d").Should().BeNull();
        cache.Offer("d").Should().NotBeNull();
        cache.Count.Should().Be(3);
    }

    [Fact]
    public void Offer_cacheThatHasRoomOrKeepsNothing_isDeclined()
    {
        new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny).Offer("d").Should().BeNull();
        var none = new NameCache(JavaScriptEncoder.Default, null, 0, BufferSizes.Tiny);
        none.Offer("d").Should().BeNull();
        none.Find("d").Should().BeNull();
        var one = new NameCache(JavaScriptEncoder.Default, null, 1, BufferSizes.Tiny);
        one.Find("a").Should().NotBeNull();
        one.Offer(new string('x', NameCache.MaxNameLength + 1)).Should().BeNull();
        one.Offer("d")!.Key.Should().Be("d");
        one.Count.Should().Be(1);
    }

    [Fact]
    public void Offer_cacheThatHasRoomForMore_replacesNothing()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 3, BufferSizes.Tiny);
        EncodedName a = cache.Find("a")!, b = cache.Find("b")!;

        for (int i = 0; i < 20; i++) cache.Offer("d").Should().BeNull();

        cache.Find("a").Should().BeSameAs(a);
        cache.Find("b").Should().BeSameAs(b);
        cache.Count.Should().Be(2);
    }

    [Fact]
    public void Offer_anySeed_replacesInAnySlot()
    {
        // Each cache has seeds of its own: the name that leaves and the one that comes meet every slot, the first one, too.
        for (int round = 0; round < 500; round++)
        {
            var cache = new NameCache(JavaScriptEncoder.Default, null, 1, BufferSizes.Tiny);
            cache.Find("a").Should().NotBeNull();
            EncodedName offered = cache.Offer("d")!;
            offered.Key.Should().Be("d");
            cache.Find("d").Should().BeSameAs(offered);
        }
    }

    [Fact]
    public void Offer_longestName_isCachedByItsOwnString()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 1, BufferSizes.Tiny);
        cache.Find("a").Should().NotBeNull();
        string longest = new('x', NameCache.MaxNameLength);
        cache.Offer(longest)!.Key.Should().BeSameAs(longest);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Find_namesThatAreRefused_offersOneInSoManyAtRandomIntervals(bool asText)
    {
        const int capacity = 32;
        var cache = new NameCache(JavaScriptEncoder.Default, null, capacity, BufferSizes.Tiny);
        for (int i = 0; i < capacity; i++) cache.Find($"name {i}").Should().NotBeNull();
        int average = cache.RefusalsPerOffer;
        average.Should().Be(4);
        var lookup = new NameLookup(cache);

        // No name is used twice, so every offer is accepted.
        var intervals = new List<int>();
        for (int refusals = 1, i = 0; intervals.Count < 1000; i++, refusals++)
        {
            string key = $"other {i}";
            if ((asText ? lookup.Find(key.AsSpan()) : lookup.Find(key)) is null) continue;
            intervals.Add(refusals);
            refusals = 0;
        }

        intervals[0].Should().Be(average);
        intervals.Skip(1).Distinct().Order().Should().Equal(2, 3, 4, 5, 6);
    }

    [Fact]
    public void Find_namesThatAreRefused_renewsWhatIsExpected()
    {
        var cache = new NameCache(JavaScriptEncoder.Default, null, 2, BufferSizes.Tiny);
        EncodedName a = cache.Find("a")!;
        cache.Find("b").Should().NotBeNull();
        var lookup = new NameLookup(cache);
        lookup.Shape.Learn(NamePredictor.Root, NamePredictor.Root, a, a.Key);

        for (int i = 0; i < 1000; i++) _ = lookup.Find($"other {i}");

        lookup.Shape.FirstIn(NamePredictor.Root).Should().BeNull();
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
        var options = new JsonRowOptions();
        Flood(options, first: 0, count: 5000);
        options.Context.Keys.Count.Should().Be(options.MaxCachedNames);
        foreach (string name in Honest) options.Context.Keys.Find(name).Should().BeNull();

        // 20 of them are offered while they are refused 20 × 64 times, and as many again where two flooded names had been used.
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(Row(Honest), 1000)];
        JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));

        // The hand may come to a name that has just entered, and is predicted from then on: in one of 70 runs one is missing again.
        Honest.Count(name => options.Context.Keys.Find(name) is not null).Should().BeGreaterThanOrEqualTo(Honest.Length - 2);
        options.Context.Keys.Count.Should().Be(options.MaxCachedNames);
    }

    [Fact]
    public void Write_columnsOfReadersAfterAFlood_areCachedAgain()
    {
        var options = new JsonRowOptions { MaxCachedNames = 4096 };
        Flood(options, first: 0, count: 5000);
        Column[] columns = [.. Honest.Select(name => Column.Of(name, 1))];
        for (int i = 0; i < 1000; i++) JsonRows.From(new ColumnarReader(columns)).WriteTo(Stream.Null, options);

        foreach (string name in Honest) options.Context.Columns.Find(name).Should().NotBeNull();
    }

    [Fact]
    public void Write_honestNamesBetweenFloods_stayCached()
    {
        // The names of the rows are always predicted. The clock's hand goes round several times and does not evict them.
        var options = new JsonRowOptions();
        NameCache cache = options.Context.Keys;
        List<Dictionary<string, object?>> rows = [Row(Honest), Row(Honest)];
        JsonRows.From(rows).ToJsonString(options);
        EncodedName[] names = [.. Honest.Select(name => cache.Find(name)!)];
        int next = 0;
        while (cache.Age < 8)
        {
            Flood(options, next, count: 20_000);
            next += 20_000;
            JsonRows.From(rows).ToJsonString(options);
        }
        for (int i = 0; i < Honest.Length; i++) cache.Find(Honest[i]).Should().BeSameAs(names[i]);
        cache.Count.Should().Be(options.MaxCachedNames);
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
                    options.Context.Keys.Count.Should().BeLessThanOrEqualTo(capacity);
                }
            });
        }
    }

    [Fact]
    public void Offer_threadsAtOnce_keepCountAndNamesRight()
    {
        const int capacity = 100;
        var cache = new NameCache(JavaScriptEncoder.Default, name => name + "!", capacity, BufferSizes.Tiny);
        Parallel.For(0, 8, new ParallelOptions { MaxDegreeOfParallelism = 8 }, thread =>
        {
            var random = new Random(thread);
            for (int i = 0; i < 20_000; i++)
            {
                string key = $"key {random.Next(300)}";
                if ((cache.Find(key) ?? cache.Offer(key)) is not { } name) continue;
                if (name.Key != key || name.Name != key + "!" || name.Id is < 1 or > capacity) throw new InvalidOperationException(key);
            }
        });
        cache.Count.Should().Be(capacity);
        EncodedName[] names = [.. Enumerable.Range(0, 300).Select(i => cache.Find($"key {i}")).OfType<EncodedName>()];
        names.Length.Should().BeInRange(capacity - 2, capacity);
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
        var options = new JsonRowOptions { MaxCachedNames = capacity, ColumnFilter = name => !name.EndsWith('7'), ColumnNamingPolicy = Naming.By(name => name + "<") };
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
        options.Context.Columns.Count.Should().BeLessThanOrEqualTo(capacity);
    }

    [Fact]
    public void Write_namesReplacedDuringTheCall_writesTheRightBytes()
    {
        // Another encoder's offers: names that replaced each other have the same id, and this encoder expects both.
        var random = new Random(2);
        var options = new JsonRowOptions { MaxCachedNames = 3, ColumnNamingPolicy = Naming.By(name => name + "!") };
        NameCache cache = options.Context.Columns;
        string json = Json(Enumerable.Range(0, 5000).Select(_ => Enumerable.Range(0, 4).Select(_ => ($"n{random.Next(5)}", (int?)1)).ToArray()), cell => cell.Name);
        int replaced = 0;

        IEnumerable<T> Replacing<T>(IEnumerable<T> rows)
        {
            foreach (T row in rows)
            {
                // Declined once for each of the three that is in use.
                for (int offer = random.Next(9); offer > 0; offer--)
                    if (cache.Offer($"n{random.Next(5)}") is not null) replaced++;
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

    private static byte[] Bytes(string json) => System.Text.Encoding.UTF8.GetBytes(json);

    private static string Json(IEnumerable<(string Name, int? Value)[]> rows, Func<(string Name, int? Value), string> spell) =>
        "[" + string.Join(',', rows.Select(row => "{" + string.Join(',', row.Select(cell => $"\"{spell(cell)}\":{cell.Value?.ToString() ?? "null"}")) + "}")) + "]";

    private static Dictionary<string, object?> Row(IEnumerable<string> names) => names.ToDictionary(name => name, object? (_) => 1);

    /// <summary>Rows of names that come once each.</summary>
    private static void Flood(JsonRowOptions options, int first, int count) =>
        JsonRows.From(Enumerable.Range(first, count).Chunk(100).Select(numbers => Row(numbers.Select(i => $"flood {i}")))).WriteTo(Stream.Null, options);
}
