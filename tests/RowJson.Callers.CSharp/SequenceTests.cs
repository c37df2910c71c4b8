using System.Collections.Immutable;
using System.Dynamic;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Threading.Channels;

namespace RowJson.Callers;

/// <summary>Every sequence that callers have: that each line compiles without a cast or a warning is half of the test.</summary>
public partial class SequenceTests
{
    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1, ["b"] = null };

    [Fact]
    public void From_dictionariesOfEveryKind_equalsSerializer()
    {
        List<Dictionary<string, object?>> dictionaries = [Row];
        Judge.Check(JsonRows.From(dictionaries), dictionaries);
        List<Dictionary<string, object>> notNull = [new() { ["a"] = 1 }];
        Judge.Check(JsonRows.From(notNull), notNull);
        List<IDictionary<string, object?>> interfaces = [Row, new SortedDictionary<string, object?>(Row)];
        Judge.Check(JsonRows.From(interfaces), interfaces);
        IReadOnlyList<IReadOnlyDictionary<string, object?>> readOnly = [Row];
        Judge.Check(JsonRows.From(readOnly), readOnly);
        SortedDictionary<string, object?>[] sorted = [new(Row)];
        Judge.Check(JsonRows.From(sorted), sorted);
        List<Dictionary<string, double>> typed = [new() { ["a"] = 1.5 }];
        Judge.Check(JsonRows.From(typed), typed);
        List<Dictionary<int, string>> keys = [new() { [1] = "x" }];
        Judge.Check(JsonRows.From(keys), keys);
        IEnumerable<Dictionary<string, object?>> lazy = dictionaries.Where(row => row.Count > 0);
        Judge.Check(JsonRows.From(lazy), lazy);
        ExpandoObject expando = new();
        ((IDictionary<string, object?>)expando)["a"] = 1;
        List<ExpandoObject> expandos = [expando];
        Judge.Check(JsonRows.From(expandos), expandos);
    }

    [Fact]
    public void From_dynamic_equalsSerializer()
    {
        dynamic row = new ExpandoObject();
        row.a = 1;
        List<dynamic> rows = [row, 1, new { b = 2 }];
        Judge.Check(JsonRows.From(rows), rows);
        // Bound when it runs.
        dynamic all = new List<Order> { new(1, "x", 1.5m) };
        JsonRows bound = JsonRows.From(all);
        bound.ToJsonString().Should().Be("""[{"Id":1,"Customer":"x","Price":1.5}]""");
    }

    [Fact]
    public void From_objects_equalsSerializer()
    {
        List<Order> orders = [new(1, "é", 1.50m), new(2, null, 0)];
        Judge.Check(JsonRows.From(orders), orders);
        Judge.Check(JsonRows.From(orders.Select(order => new { order.Id, Twice = order.Price * 2 })), orders.Select(order => new { order.Id, Twice = order.Price * 2 }));
        Judge.Check(JsonRows.From(orders.ToImmutableArray()), orders.ToImmutableArray());
        Judge.Check(JsonRows.From(orders.AsReadOnly()), orders.AsReadOnly());
        Judge.Check(JsonRows.From(new HashSet<Order>(orders)), new HashSet<Order>(orders));
        Point[] points = [new(1, 2), default];
        Judge.Check(JsonRows.From(points), points);
        Judge.Check(JsonRows.From([new Point(1, 2), default]), points);
        List<Point?> maybe = [new(1, 2), null];
        Judge.Check(JsonRows.From(maybe), maybe);
        (int, string)[] tuples = [(1, "a")];
        Judge.Check(JsonRows.From(tuples), tuples);
        ArraySegment<int> segment = new([1, 2, 3], 1, 2);
        Judge.Check(JsonRows.From(segment), segment);
    }

    [Fact]
    public void From_derivedRows_goByTheDeclaredType()
    {
        List<Product> products = [new() { Name = "a" }, new SecretProduct { Name = "b" }];
        Judge.Check(JsonRows.From(products), products);
        JsonRows.From(products).ToJsonString().Should().NotContain("pw");
        IEnumerable<IProduct> interfaces = products;
        Judge.Check(JsonRows.From(interfaces), interfaces);
        List<Shape> shapes = [new Circle(1), new Circle(2)];
        Judge.Check(JsonRows.From(shapes), shapes);
        List<object> objects = [.. products];
        Judge.Check(JsonRows.From(objects), objects);
    }

    [Fact]
    public void From_values_equalsSerializer()
    {
        List<int> numbers = [1, 2];
        Judge.Check(JsonRows.From(numbers), numbers);
        Judge.Check(JsonRows.From([1, 2]), numbers);
        Judge.Check(JsonRows.From(new int?[] { 1, null }), new int?[] { 1, null });
        Judge.Check(JsonRows.From(new[] { "a", null }), new[] { "a", null });
        Judge.Check(JsonRows.From(new[] { Level.High }), new[] { Level.High });
        Judge.Check(JsonRows.From(new List<List<int>> { new() { 1 } }), new List<List<int>> { new() { 1 } });
        Judge.Check(JsonRows.From(Row.AsEnumerable()), Row.AsEnumerable());
        Judge.Check(JsonRows.From(Enumerable.Range(0, 3)), Enumerable.Range(0, 3));
        Judge.Check(JsonRows.From(Array.Empty<Order>()), Array.Empty<Order>());
    }

    [Fact]
    public void From_json_equalsSerializer()
    {
        using JsonDocument document = JsonDocument.Parse("""[{"a": 1}, null]""");
        const string json = """[{"a":1},null]""";
        JsonRows.From(document).ToJsonString().Should().Be(json);
        JsonRows.From(document.RootElement).ToJsonString().Should().Be(json);
        JsonRows.From(document.RootElement.EnumerateArray()).ToJsonString().Should().Be(json);
        JsonRows.From(document.RootElement.EnumerateArray().ToList()).ToJsonString().Should().Be(json);
        JsonArray array = JsonNode.Parse(json)!.AsArray();
        JsonRows.From(array).ToJsonString().Should().Be(json);
        IEnumerable<JsonNode?> nodes = array;
        JsonRows.From(nodes).ToJsonString().Should().Be(json);
        JsonRows.From(new List<JsonObject> { new() { ["a"] = 1 } }).ToJsonString().Should().Be("""[{"a":1}]""");
        JsonRows.From(new[] { new RawJson("""{ "a" : 1 }"""), default }).ToJsonString().Should().Be(json);
    }

    [Fact]
    public void From_nullableReferences_bindWithoutWarnings()
    {
        List<Dictionary<string, object?>?> rows = [Row, null];
        Judge.Check(JsonRows.From(rows), rows);
        List<Order?> orders = [null, new(1, null, 1)];
        Judge.Check(JsonRows.From(orders), orders);
        List<KeyValuePair<string, object?>[]> pairs = [[new("a", 1)]];
        JsonRows.From(pairs).ToJsonString().Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public async Task From_asynchronousSequences_equalsSerializer()
    {
        List<Order> orders = [new(1, "é", 1.50m), new(2, null, 0)];
        await Judge.CheckAsync(JsonRows.From(orders.ToAsyncEnumerable()), orders);
        await Judge.CheckAsync(JsonRows.From(Numbers()), Enumerable.Range(0, 3));
        Channel<Dictionary<string, object?>> channel = Channel.CreateUnbounded<Dictionary<string, object?>>();
        channel.Writer.TryWrite(Row).Should().BeTrue();
        channel.Writer.Complete();
        ChannelReader<Dictionary<string, object?>> reader = channel.Reader;
        await Judge.CheckAsync(JsonRows.From(reader.ReadAllAsync()), new[] { Row });

        static async IAsyncEnumerable<int> Numbers()
        {
            for (int i = 0; i < 3; i++)
            {
                await Task.Yield();
                yield return i;
            }
        }
    }

    [Fact]
    public void Serialize_rowsInAnEnvelope_writesTheRows()
    {
        List<Order> orders = [new(1, "é", 1.50m)];
        JsonSerializer.Serialize(new { total = 1, rows = JsonRows.From(orders) }).Should().Be(JsonSerializer.Serialize(new { total = 1, rows = orders }));
        JsonSerializer.Serialize(new Page(1, JsonRows.From(orders), JsonRows.From(orders), new RawJson("[ 1 ]")), Context.Default.Page)
            .Should().Be(JsonSerializer.Serialize(new { Total = 1, Rows = orders, Anything = orders, Raw = new[] { 1 } }));
    }

    [Fact]
    public void From_sourceGeneratedContext_isTakenFromTheOptions()
    {
        var options = new JsonRowOptions { SerializerOptions = Context.Default.Options };
        Order[] orders = [new(1, "é", 1.50m)];
        JsonRows.From(orders).ToJsonString(options).Should().Be(JsonSerializer.Serialize(orders, Context.Default.OrderArray));
    }

    internal sealed record Page(int Total, JsonRows Rows, object Anything, RawJson Raw);

    [JsonSerializable(typeof(Page))]
    [JsonSerializable(typeof(Order[]))]
    internal sealed partial class Context : JsonSerializerContext;
}
