using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

/// <summary>Rows of documents and nodes under options that change their properties.</summary>
public class DocumentOptionsTests
{
    private const string Ragged = """
        [ {"a":1,"b":null,"c":"x\u00e9<"}, {"c":{"a":null,"b":[null]},"a":2}, {"a":3,"a":4,"\u0062":5,"":6}, {}, 7, null, [{"b":1}],
          {"b":null}, {"b":1e5,"c":true,"a":"<"}, {"d":1.50,"é":[ ],"a":{ }} ]
        """;

    [Fact]
    public void WriteTo_omitNulls_leavesOutCellsButNotNestedNulls() => Both(Ragged, new JsonRowOptions { OmitNulls = true }, distinct: false)
        .Should().Be("""[{"a":1,"c":"x\u00E9\u003C"},{"c":{"a":null,"b":[null]},"a":2},{"a":3,"a":4,"b":5,"":6},{},7,null,[{"b":1}],{},"""
            + """{"b":1e5,"c":true,"a":"\u003C"},{"d":1.50,"\u00E9":[],"a":{}}]""");

    [Fact]
    public void WriteTo_columnName_renamesAndExcludes() =>
        Both(Ragged, new JsonRowOptions { ColumnFilter = column => column.Name != "a", ColumnNamingPolicy = Naming.By(name => name + "'") }, distinct: false)
            .Should().Be("""[{"b\u0027":null,"c\u0027":"x\u00E9\u003C"},{"c\u0027":{"a":null,"b":[null]}},{"b\u0027":5,"\u0027":6},{},7,null,"""
                + """[{"b":1}],{"b\u0027":null},{"b\u0027":1e5,"c\u0027":true},{"d\u0027":1.50,"\u00E9\u0027":[]}]""");

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(100)]
    public void WriteTo_anyCache_writesTheSame(int maxCachedNames)
    {
        JsonArray rows = [.. Enumerable.Range(0, 200).Select(i => (JsonNode)new JsonObject(
            Enumerable.Range(0, i % 7).Select(j => KeyValuePair.Create("n" + (i * j % 11), (JsonNode?)j)).DistinctBy(p => p.Key)))];
        string json = rows.ToJsonString();

        Both(json, new JsonRowOptions { OmitNulls = true, MaxCachedNames = maxCachedNames }).Should().Be(json);
    }

    [Fact]
    public void WriteTo_onceWarm_makesNoStringOfAName()
    {
        var options = new JsonRowOptions { OmitNulls = true };
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.Serialize(
            Enumerable.Range(0, 2000).Select(i => i % 2 == 0 ? (object)new { a = i, b = "x", c = 1.5 } : new { c = i, a = "y", b = 2 })));
        JsonRows rows = JsonRows.From(document);
        rows.WriteTo(Stream.Null, options);

        long before = GC.GetAllocatedBytesForCurrentThread();
        rows.WriteTo(Stream.Null, options);

        // 6,000 names: strings of them would take 24 bytes each.
        (GC.GetAllocatedBytesForCurrentThread() - before).Should().BeLessThan(20_000);
    }

    [Fact]
    public void WriteTo_rootThatIsNoArray_staysAsItIs()
    {
        using JsonDocument document = JsonDocument.Parse("""{"a":null}""");

        JsonRows.From(document).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""{"a":null}""");
    }

    [Fact]
    public void WriteTo_nodeWithNonFiniteNumber_followsTheOption()
    {
        JsonArray rows = [new JsonObject { ["a"] = double.NaN, ["b"] = float.PositiveInfinity, ["c"] = 1.5, ["d"] = "NaN" }];

        JsonRows.From(rows).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.NamedLiterals })
            .Should().Be("""[{"a":"NaN","b":"Infinity","c":1.5,"d":"NaN"}]""");
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null })
            .Should().Be("""[{"a":null,"b":null,"c":1.5,"d":"NaN"}]""");
    }

    [Fact]
    public void WriteTo_objectsInLinesWithColumnOptions_followsThem() =>
        JsonRows.From(new List<object?> { new { a = 1, b = 2 }, null, new { b = 3 } })
            .ToJsonString(new JsonRowOptions { Format = JsonRowFormat.Lines, ColumnFilter = column => column.Name != "a", ObjectAccess = ObjectAccess.Serializer })
            .Should().Be("{\"b\":2}\nnull\n{\"b\":3}\n");

    [Fact]
    public void WriteTo_namesUsedByDictionariesBefore_areNotTakenForOthers()
    {
        // The order of names is remembered for both; the bytes that a document spells them with are not.
        var options = new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => name + name) };
        JsonRows.From([new Dictionary<string, object?> { ["a"] = 1, ["b"] = 2 }]).ToJsonString(options);
        using JsonDocument document = JsonDocument.Parse("""[{"":1,"b":2},{"a":1,"":2}]""");

        JsonRows.From(document).ToJsonString(options).Should().Be("""[{"":1,"bb":2},{"aa":1,"":2}]""");
    }

    /// <summary>As a document and, where a node can hold the names, as nodes: the two must agree.</summary>
    private static string Both(string json, JsonRowOptions options, bool distinct = true)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        string text = JsonRows.From(document).ToJsonString(options);
        JsonRows.From(document.RootElement.EnumerateArray().Where(_ => true)).ToJsonString(options).Should().Be(text);
        if (distinct) JsonRows.From(JsonNode.Parse(json)!.AsArray()).ToJsonString(options).Should().Be(text);
        using var indented = JsonDocument.Parse(JsonRows.From(document).ToJsonString(new JsonRowOptions
        {
            OmitNulls = options.OmitNulls,
            ColumnFilter = options.ColumnFilter,
            ColumnNamingPolicy = options.ColumnNamingPolicy,
            MaxCachedNames = options.MaxCachedNames,
            SerializerOptions = new JsonSerializerOptions { WriteIndented = true },
        }));
        JsonSerializer.Serialize(indented).Should().Be(text);
        return text;
    }
}
