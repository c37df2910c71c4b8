using System.Text.Json;
using RowJson.Fuzz;

namespace RowJson.Conformance;

/// <summary>
/// No columns and very many, no rows and very many, every length around a block, nesting up to the limit.
/// </summary>
public class HostileExtremesTests
{
    private const int ManyColumns = 65_536;

    /// <summary>A shape is copied for each column that is added.</summary>
    private const int ManyColumnsOfAShape = 4096;

    private static readonly FuzzRow Wide = RowOf(ManyColumns);

    /// <summary>Each once: the fuzzer draws readers twice as often as others.</summary>
    public static TheoryData<string> RowSourceNames => [
        .. RowSources.For(RowSet.Of()).Where(source => !source.IsAsynchronous).Select(source => source.Name).Distinct()];

    public static TheoryData<string> DocumentSourceNames => [
        .. DocumentSource.All.Where(source => !source.IsAsynchronous).Select(source => source.Name)];

    [Theory]
    [MemberData(nameof(RowSourceNames))]
    public void Write_noColumns_matchesJsonSerializer(string source) => Check(RowSet.Of(RowSet.Row(), RowSet.Row()), source);

    [Theory]
    [MemberData(nameof(RowSourceNames))]
    public void Write_veryManyColumns_matchesJsonSerializer(string source)
    {
        // An ExpandoObject and a row that is searched for its names take too long.
        if (source == "ExpandoObject") return;
        FuzzRow row = source == "shape" ? RowOf(ManyColumnsOfAShape) : Wide;
        Check(RowSet.Of(row, row), source);
    }

    [Theory]
    [MemberData(nameof(DocumentSourceNames))]
    public void Write_veryManyProperties_matchesJsonSerializer(string source)
    {
        string row = "{" + string.Join(',', Wide.Names.Select((name, i) => $"\"{name}\": {i}")) + "}";
        Check(JsonText.Of($"[{row},{row}]"), source);
        Check(JsonText.Of("[{},{}]"), source);
    }

    [Fact]
    public void Write_aMillionEmptyRows_areWritten()
    {
        const int Rows = 1_000_000;
        var empty = new Dictionary<string, object?>();
        JsonRowResult result = JsonRows.From(Enumerable.Repeat(empty, Rows)).WriteTo(Stream.Null);
        result.Rows.Should().Be(Rows);
        result.Bytes.Should().Be((Rows * 3L) + 1);
        using JsonDocument document = JsonDocument.Parse("[" + string.Join(',', Enumerable.Repeat("{ }", Rows)) + "]");
        JsonRows.From(document).WriteTo(Stream.Null).Bytes.Should().Be((Rows * 3L) + 1);
    }

    [Theory]
    [InlineData("default")]
    [InlineData("relaxed")]
    [InlineData("all")]
    [InlineData("custom")]
    [Trait("Speed", "Slow")]
    public void Write_eachLengthAroundABlock_matchesJsonSerializer(string encoder)
    {
        int[] blocks = [0, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 65_536];
        int[] lengths = [.. blocks.SelectMany(block => Enumerable.Range(Math.Max(0, block - 3), 7)).Distinct()];
        char[] odd = ['"', '<', 'é', '中', '\uD800', '\u2028'];
        var serializer = new SerializerSettings { Encoder = encoder };
        foreach (int length in lengths)
        {
            // The character at each end, in the middle, and nowhere; as name, value and text.
            string plain = new('a', length);
            IEnumerable<string> texts = length == 0
                ? [""]
                : odd.SelectMany(unit => new[] { unit + plain[1..], plain[..^1] + unit, plain[..(length / 2)] + unit
                    + plain[(length / 2 + 1)..] }).Append(plain);
            FuzzRow[] rows = [.. texts.Select(text => RowSet.Row((text, text), ("b", 1)))];
            foreach (string sink in new[] { "exact memory", "memory between protected pages" })
            {
                new FuzzCase(RowSet.Of(rows), "list of dictionaries", sink, serializer, new RowSettings()).Check().Should().BeNull();
                var json = JsonText.Of(JsonSerializer.Serialize(rows.Select(row => row.Names[0])));
                new FuzzCase(json, "document", sink, serializer, new RowSettings { Sizes = SizesKind.HotText }).Check().Should().BeNull();
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(64)]
    [InlineData(500)]
    [Trait("Speed", "Slow")]
    public void Write_nestingAroundTheLimit_failsWhereJsonSerializerFails(int maxDepth)
    {
        int limit = maxDepth == 0 ? 64 : maxDepth;
        var serializer = new SerializerSettings { MaxDepth = maxDepth };
        for (int depth = Math.Max(0, limit - 4); depth <= limit + 2; depth++)
        {
            object? lists = 1, maps = 1;
            for (int i = 0; i < depth; i++)
            {
                lists = new List<object?> { lists };
                maps = new Dictionary<string, object?> { ["a"] = maps };
            }
            foreach (object? value in new[] { lists, maps })
            {
                RowSet rows = RowSet.Of(RowSet.Row(("a", value)));
                foreach (FuzzSource source in RowSources.For(rows)) Check(rows, source.Name, serializer);
                var objects = ObjectSet.Of(new NestedRow { Anything = value });
                foreach (FuzzSource source in RowSources.For(objects)) Check(objects, source.Name, serializer);
            }
            if (depth > 150) continue; // the parser's own limit in these tests
            JsonText text = JsonText.Of("[" + new string('[', depth) + new string(']', depth) + "]");
            foreach (FuzzSource source in DocumentSource.All) Check(text, source.Name, serializer);
        }
    }

    private static FuzzRow RowOf(int columns) => new(
        [.. Enumerable.Range(0, columns).Select(i => $"column {i}")], [.. Enumerable.Range(0, columns).Select(object? (i) => i)]);

    private static void Check(FuzzData data, string source, SerializerSettings? serializer = null)
    {
        string sink = RowSources.Find(source).IsAsynchronous ? "PipeWriter" : "IBufferWriter";
        string? fault = new FuzzCase(data, source, sink, serializer ?? new SerializerSettings(), new RowSettings()).Check();
        fault.Should().BeNull("of {0}", source);
    }
}
