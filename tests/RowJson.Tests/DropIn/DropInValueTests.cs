using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit.Abstractions;

namespace RowJson.Tests;

/// <summary>Values with lists in them that somebody else has a say about: the bytes of <see cref="JsonSerializer"/>.</summary>
[EachVectorLevel]
public class DropInValueTests(ITestOutputHelper log)
{
    private static readonly JsonElement Element = JsonDocument.Parse("""[{"a": [1, "é<"], "b": null}, [], 5, "x"]""").RootElement;

    private static readonly string[] Names = [.. ContractOptions.All.Select(pair => pair.Key), "generated", "generated, web"];

    public static TheoryData<string> OptionNames => [.. Names];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_values_equalsSerializer(string name)
    {
        JsonSerializerOptions options = name switch
        {
            "generated" => new JsonSerializerOptions { TypeInfoResolver = DropInContext.Default },
            "generated, web" => new JsonSerializerOptions(JsonSerializerDefaults.Web) { TypeInfoResolver = DropInContext.Default },
            _ => ContractOptions.All.Single(pair => pair.Key == name).Value,
        };
        options.MakeReadOnly(populateMissingResolver: true);
        int place = Array.IndexOf(Names, name);
        foreach ((int index, ObjectAccess access) in new[] { ObjectAccess.Automatic, ObjectAccess.Compiled }.Index())
        {
            if (!MatrixShare.Has(2, place, index)) continue;
            var comparison = new DropInComparison(options, new JsonRowOptions { ObjectAccess = access }, $"{name}, {access}");
            CheckAll(comparison);
            // Generated code fails for such an array with another exception than the serializer's metadata.
            if (name != "generated") comparison.Check(new DropInStruct(), "structure with a default array");
            log.WriteLine($"{access}: {comparison.Count} comparisons, {comparison.Written} of them written");
            comparison.Count.Should().BeGreaterThan(50);
        }
    }

    private static void CheckAll(DropInComparison comparison)
    {
        DropInRow[] rows = DropInRow.Make(5);
        rows[3].Parent = rows[1];
        Both(new DropInPage(5, [.. rows], null), "record");
        Both(new DropInPage(0, null!, null), "record without list");
        Both(new DropInStruct { Items = rows, More = [.. rows] }, "structure");
        Both(new DropInAttributes { DefaultArray = [.. rows] }, "attributes");
        Both(Graph<DropInRow>.Of(rows), "rows");
        Both(Graph<DropInRow>.Of([]), "no rows");
        Both(Graph<DropInRow>.Of([null!, rows[0]]), "null rows");
        Both(Graph<DropInRow>.Of(DropInRow.Make(300)), "many rows");
        Both(Graph<Dictionary<string, object?>>.Of([new() { ["a"] = 1, ["b"] = new List<object> { 1, "x" } }, [], null!]), "dictionaries");
        Both(Graph<Dictionary<string, int>>.Of([new() { ["A b"] = 1 }, []]), "dictionaries of numbers");
        Both(Graph<DropInStruct>.Of([new DropInStruct { Items = rows, More = [] }, new DropInStruct { More = [rows[0]] }]), "structures");
        Both(Graph<DropInNode>.Of([new DropInNode { Id = 1, Children = [new DropInNode { More = [new DropInNode()] }] }, null!]), "nodes");
        Both(Graph<DropInEvent>.Of([new DropInEvent { Rows = [.. rows], Extra = new() { ["x"] = Element } }]), "events");
        Both(Graph<DropInAnimal>.Of([new DropInDog { Friends = [new DropInDog(), new DropInAnimal()] }, new DropInAnimal()]), "animals");
        Both(Graph<DropInGenerated>.Of([new DropInGenerated { Flat = new DropInFlat { Numbers = [1], Next = new DropInFlat() } }]), "bytes");
        Both(Graph<JsonElement>.Of([Element, Element[0]]), "elements");
        Both(Graph<KeyValuePair<string, int>>.Of([new("a", 1), new(null!, 2)]), "pairs");
        Both(Graph<DropInPage>.Of([new(1, [.. rows], "a"), new(2, [], null)]), "pages");
        Both(Graph<int>.Of([1, 2]), "numbers");
        comparison.Check<object>(rows.ToList(), "object");
        comparison.Check<object>(new DropInPage(5, [.. rows], null), "object that holds");
        comparison.CheckIndented(Graph<DropInRow>.Of(rows), "graph");

        void Both<T>(T value, string of)
        {
            comparison.Check(value, of);
            comparison.Check(new[] { value }, "array of " + of);
        }
    }

    [Fact]
    public void Serialize_cyclesAndDepth_equalsSerializer()
    {
        var node = new DropInNode();
        node.Children.Add(node);
        foreach (int depth in Enumerable.Range(1, 12))
        {
            var options = new JsonSerializerOptions { MaxDepth = depth };
            options.MakeReadOnly(populateMissingResolver: true);
            var comparison = new DropInComparison(options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }, $"depth of {depth}");
            comparison.Check(node, "cycle");
            comparison.Check(Graph<DropInRow>.Of([]), "no rows");
            comparison.Check(new DropInNode(), "empty");
            comparison.Check(Array.Empty<DropInRow>().Where(_ => true), "empty sequence");
            comparison.Check(new { A = new { B = new { C = Array.Empty<DropInRow>().Where(_ => true), D = DropInRow.Make(0) } } }, "nested empty sequence");
            comparison.Check(new { A = new { B = new { C = DropInRow.Make(1) } } }, "nested");
            comparison.Check(new { A = new[] { new Dictionary<string, object?> { ["a"] = new List<object?> { 1 } } } }, "dictionaries");
            comparison.Check(new { A = Element }, "element");
        }
    }

    [Fact]
    public void Serialize_elements_equalsSerializer()
    {
        foreach (string text in new[] { "[]", "{}", " [ 1 , { } ] ", "5", "\"é\"", "null", "[" + string.Join(",\n", Enumerable.Repeat("""{ "a": "é\u00e9<", "b": [1.50] }""", 20_000)) + "]" })
        {
            JsonElement element = JsonDocument.Parse(text).RootElement;
            foreach (JsonSerializerOptions options in new JsonSerializerOptions[] { new(), new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping } })
            {
                options.MakeReadOnly(populateMissingResolver: true);
                var comparison = new DropInComparison(options, new JsonRowOptions(), text[..Math.Min(20, text.Length)]);
                comparison.Check(element, "root");
                comparison.Check(new { Element = element, Maybe = (JsonElement?)element, Any = (object)element, All = new[] { element } }, "properties");
                comparison.CheckIndented(element, "root");
            }
        }
        FluentActions.Invoking(() => JsonSerializer.Serialize(default(JsonElement), new JsonSerializerOptions().WithRowJson(writeOnly: true)))
            .Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void Serialize_tables_areRows()
    {
        using var table = new DataTable();
        table.Columns.Add("Id", typeof(int));
        table.Columns.Add("Name", typeof(string));
        table.Rows.Add(1, "é");
        table.Rows.Add(2, null);
        using var view = new DataView(table, "Id = 1", "", DataViewRowState.CurrentRows);
        var value = new { Table = table, View = view, None = (DataTable?)null };
        const string expected = """{"Table":[{"Id":1,"Name":"\u00E9"},{"Id":2,"Name":null}],"View":[{"Id":1,"Name":"\u00E9"}],"None":null}""";
        JsonSerializer.Serialize(value, new JsonSerializerOptions().WithRowJson(writeOnly: true)).Should().Be(expected);
        JsonSerializer.Serialize(value, new JsonSerializerOptions().WithRowJson()).Should().Be(expected);
        DropInOptionTests.Streamed(value, JsonSerializerOptions.Default).Should().Be(expected);
        DropInOptionTests.Streamed(table, JsonSerializerOptions.Default).Should().Be(JsonRows.From(table).ToJsonString());
    }

    [Fact]
    public void Serialize_tablesWithOptionsForBothDirections_areRows()
    {
        using DataTable table = OneRow();
        JsonSerializerOptions options = JsonSerializerOptions.Web.WithRowJson();

        JsonSerializer.Serialize(table, options).Should().Be("""[{"Id":1}]""");
        JsonSerializer.Serialize<object>(table, options).Should().Be("""[{"Id":1}]""");
        JsonSerializer.Serialize(new DataView(table), options).Should().Be("""[{"Id":1}]""");
        JsonSerializer.Serialize(new Dictionary<string, DataTable> { ["t"] = table }, options).Should().Be("""{"t":[{"Id":1}]}""");
        // As with plain options.
        FluentActions.Invoking(() => JsonSerializer.Deserialize<DataTable>("""[{"Id":1}]""", JsonSerializerOptions.Web))
            .Should().Throw<JsonException>();
        FluentActions.Invoking(() => JsonSerializer.Deserialize<DataTable>("""[{"Id":1}]""", options)).Should().Throw<JsonException>();
    }

    [Fact]
    public void Serialize_tableInAWriterThatIndents_isIndented()
    {
        using DataTable table = OneRow();
        using var view = new DataView(table);
        List<Dictionary<string, object?>> rows = [new() { ["Id"] = 1 }];
        JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly: true);

        byte[] expected = DropInComparison.Inside(new { Table = rows, View = rows }, JsonSerializerOptions.Default);
        Same.Bytes(DropInComparison.Inside(new { Table = table, View = view }, options), expected, "a table and a view");
    }

    [Fact]
    public void Serialize_tableOfAConverter_isTheConverters()
    {
        using DataTable table = OneRow();
        var converted = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(), new TableNameConverter() } };

        JsonSerializer.Serialize(new { Table = table }, converted.WithRowJson(writeOnly: true)).Should().Be("""{"Table":"orders"}""");
        JsonSerializer.Serialize(
                new { Table = table },
                new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }.WithRowJson(writeOnly: true))
            .Should().Be("""{"Table":[{"Id":1}]}""");
    }

    private static DataTable OneRow()
    {
        var table = new DataTable("orders");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(1);
        return table;
    }

    private sealed class TableNameConverter : JsonConverter<DataTable>
    {
        public override DataTable Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, DataTable value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.TableName);
    }

    [Fact]
    public void Serialize_listOfDerivedClass_isReadByIndex()
    {
        var list = new BackwardsList { new DropInRow { Id = 1 }, new DropInRow { Id = 2 } };
        var comparison = new DropInComparison(JsonSerializerOptions.Default, new JsonRowOptions(), "derived");
        comparison.Check<List<DropInRow>>(list, "as list");
        comparison.Check<IEnumerable<DropInRow>>(list, "as sequence");
        comparison.Check<object>(list, "as object");
        comparison.Check<DropInAnimal[]>(new DropInDog[] { new() }, "covariant array");
        comparison.Check<object[]>(new DropInRow[] { new() }, "covariant array of objects");
        comparison.Written.Should().Be(comparison.Count);
    }

    private sealed class BackwardsList : List<DropInRow>, IEnumerable<DropInRow>
    {
        IEnumerator<DropInRow> IEnumerable<DropInRow>.GetEnumerator() => ToArray().Reverse().GetEnumerator();
    }
}
