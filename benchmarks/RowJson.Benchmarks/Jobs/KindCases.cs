using System.Collections.Immutable;
using Microsoft.FSharp.Collections;
using RowPairs = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Benchmarks;

/// <summary>The kinds of values that services write, and how many times faster they are to be. A new one is a line here.</summary>
internal static class KindCases
{
    private const string Plain = "plain", DropIn = "drop-in", From = "From";
    private static JsonSerializerOptions Web => new(JsonSerializerDefaults.Web);

    public static Job Job { get; } = new(
        "kinds",
        () => All,
        "drop-in, From: times faster than JsonSerializer with the same options, the median of the rounds' ratios; spread: how well\n"
        + "that is known (95 %). Times are the process's own. Each output was compared before.",
        new Layout(false, [
            Column.Label("kind"), Column.Count(">plain ns", line => line.First.Time), .. Column.Faster(">drop-in", DropIn),
                .. Column.Faster(">From", From)]));

    private static IEnumerable<CaseMaker> All =>
    [
        Rows("1 object of 6 properties", () => List(1, Product.Create), Web, 1.8, 1.8),
        Rows("5 objects", () => List(5, Product.Create), Web, 3, 3),
        Rows("100 objects", () => List(100, Product.Create), Web, 4, 4),
        Rows("orders with customer and positions", () => List(100, CustomerOrder.Create), Web, 4, 4),
        Rows("orders with positions and an enumeration as text", () => List(100, i => new ReadOnlyOrder(i, Positions(i), (DayOfWeek)(i % 7))),
            new(Web) { Converters = { new JsonStringEnumConverter() } }, 3.5, 3.5),
        Rows("IgnoreCycles", () => List(100, Product.Create), new(Web) { ReferenceHandler = ReferenceHandler.IgnoreCycles }, 3.5, 3.5),
        Rows("entities that refer back, IgnoreCycles", () => List(50, Purchase.Create),
            new(Web) { ReferenceHandler = ReferenceHandler.IgnoreCycles }, 2.5, 2.5),
        One("1 entity that refers back, IgnoreCycles", () => Purchase.Create(1), new(Web) { ReferenceHandler = ReferenceHandler.IgnoreCycles }, 1.4),
        Rows("2 of 6 properties by a converter of their type",
            () => List(100, i => new WithIds(new(i), new(i + 1), $"Name {i}", i, 1.5, true)), Web, 1.7, 1.7),
        Rows("1 of 6 properties by a converter of the options", () => List(100, Product.Create),
            new(Web) { Converters = { new TicksConverter() } }, 2, 2),
        Rows("polymorphic", () => List(100, Vehicle.Create), Web, 3, 3),
        Member("polymorphic", Vehicle.Create, 2.5),
        Rows("extension data", () => List(100, i => new WithExtensionData
            {
                Id = i, Name = "Name", More = new() { ["a"] = JsonSerializer.SerializeToElement(i) },
            }), Web, 2, 2),
        Rows("callbacks", () => List(100, i => new WithCallback { Id = i, Name = $"Name {i}", Count = i }), Web, 2.5, 2.5),
        Member<IReadOnlyList<string>>("IReadOnlyList<string>", i => ["a", "b", $"c{i}"], 3.5),
        Member<HashSet<int>>("HashSet<int>", i => [1, 2, i], 2.8),
        Member<ImmutableArray<int>>("ImmutableArray<int>", i => [1, 2, i], 3.5),
        Member<Dictionary<string, int>>("Dictionary<string, int>", i => new() { ["a"] = 1, ["b"] = i }, 3.3),
        Member<IReadOnlyDictionary<string, int>>(
            "IReadOnlyDictionary<string, int>", i => new Dictionary<string, int> { ["a"] = 1, ["b"] = i }, 3),
        Member<Dictionary<int, string>>("Dictionary<int, string>", i => new() { [1] = "a", [i + 2] = "b" }, 2.5),
        Member("JsonElement", i => JsonSerializer.SerializeToElement(new { a = i, b = "text" }), 2.3),
        Member("JsonNode, parsed", _ => JsonNode.Parse("""{"a":1,"b":"text"}""")!, 1),
        Member<JsonNode>("JsonNode, built", i => new JsonObject { ["a"] = i, ["b"] = "text" }, 2),
        Rows("two members declared as object", () => List(100, i => new WithTwo(i, "Name", $"text {i}", i * 2)), Web, 2, 2),
        Rows("nullable annotations respected", () => List(100, Product.Create), new(Web) { RespectNullableAnnotations = true }, 3.3, 3.3),
        Rows("numbers as text", () => List(100, Product.Create), new(Web) { NumberHandling = JsonNumberHandling.WriteAsString }, 3.5, 3.5),
        Rows("indented", () => List(100, Product.Create), new(Web) { WriteIndented = true }, 1.5, 1.5),
        Rows("indented dictionaries",
            () => List(100, i => new RowPairs { ["id"] = i, ["name"] = $"Name {i}", ["x"] = 1.5 }), new(Web) { WriteIndented = true }, 1.5, 1.5),
        Rows("Preserve", () => List(100, Product.Create), new(Web) { ReferenceHandler = ReferenceHandler.Preserve }, 0.97, 0.97),
        Rows("members float[1536]", () => List(20, i => new With<float[]>(i, "Name", Floats(1536))), Web, 5.2, 5.2),
        Rows("members ReadOnlyMemory<float>", () => List(20, i => new With<ReadOnlyMemory<float>>(i, "Name", Floats(1536))), Web, 4.5, 4.5),
        Rows<float[], float>("float[]", () => Floats(1536), 5, 5),
        Rows<double[][], double[]>("double[][]", () => [.. Enumerable.Range(0, 50).Select(Doubles)], 4, 4),
        Rows<object[][], object[]>("object[][]", () => [.. Enumerable.Range(0, 50).Select(i => new object[] { i, "text", 1.5, true })], 3, 3),
        Rows("GeoJSON", () => List(20, i => new With<List<List<double>>>(i, "LineString", List(30, k => List(2, m => (k * 0.37) + m)))), Web, 4, 4),
        One("Dictionary<string, double[]>", () => List(50, i => i).ToDictionary(i => $"key {i}", Doubles), Web, 4),
        Rows("List<string>", () => List(100, i => $"text {i}"), Web, 2, 2),
        Rows("List<int>", () => List(100, i => i * 37), Web, 2, 2),
        Rows("List<double>", () => List(100, i => i / 7.0), Web, 4, 4),
        Rows("List<Guid>", () => List(100, _ => Guid.NewGuid()), Web, 0.97, 0.97),
        Rows("List<DayOfWeek>, as text", () => List(100, i => (DayOfWeek)(i % 7)), new(Web) { Converters = { new JsonStringEnumConverter() } }, 1.5, 1.5),
        Rows("List<long>, numbers as text", () => List(100, i => i * 123_456_789L), new(Web) { NumberHandling = JsonNumberHandling.WriteAsString },
            0.97, 1.5),
        One("dictionaries in lists in a dictionary", () => new RowPairs
            {
                ["data"] = new RowPairs { ["items"] = List<object?>(50, i => new RowPairs { ["id"] = i, ["tags"] = new List<object?> { "a",
                    "b" } }) },
            }, Web, 3.5),
        Rows("List<object> of dictionaries", () => List<object>(50, i => new RowPairs { ["id"] = i, ["name"] = $"Name {i}", ["x"] = 1.5 }),
            Web, 5, 5),
        One("Dictionary<string, object of 6 properties>", () => List(50, i => i).ToDictionary(i => $"key {i}", Product.Create), Web, 3),
        One("Dictionary<int, object of 6 properties>", () => List(50, i => i).ToDictionary(i => i, Product.Create), Web, 3),
        One("object of an object of 6 properties", () => new { data = Product.Create(1) }, Web, 1.4),
        Rows<HashSet<Product>, Product>("HashSet of objects", () => [.. List(100, Product.Create)], 3, 3),
        Rows<ObservableCollection<Product>, Product>("ObservableCollection of objects", () => [.. List(100, Product.Create)], 3, 3),
        Rows<Queue<Product>, Product>("Queue of objects", () => new(List(100, Product.Create)), 3, 3),
        Rows<ReadOnlyCollection<Product>, Product>("ReadOnlyCollection of objects", () => new(List(100, Product.Create)), 3, 3),
        Rows<ProductList, Product>("a class derived from List, of objects", () => [.. List(100, Product.Create)], 3, 3),
        Rows<FSharpList<Product>, Product>("F# list of objects", () => ListModule.OfSeq(List(100, Product.Create)), 3, 3),
        Rows("F# option, voption and list as members", () => List(100, WithOptions.Create), Web, 2.5, 2.5),
        One("1 object with a list of 3 and an object", () => CustomerOrder.Create(1), Web, 1.4),
        Rows("tree of 5,460 nodes", () => TreeNode.Create(6), Web, 5, 4.5),
        Rows<JsonArray, JsonNode?>("JsonArray, parsed", () => JsonNode.Parse(JsonSerializer.Serialize(List(100,
            Product.Create)))!.AsArray(), 0.97, 0.97),
        Rows<JsonArray, JsonNode?>("JsonArray, built", () => [.. List(100, BuiltProduct)], 2, 2),
        One("JsonDocument", () => JsonDocument.Parse(JsonSerializer.Serialize(List(100, Product.Create))), Web, 8),
        One("List<JsonDocument>", () => List(5, _ => JsonDocument.Parse(JsonSerializer.Serialize(List(20, Product.Create)))), Web, 8),
        Rows("10 rows of JsonDocument", () => List(10, i => JsonDocument.Parse($$"""{"id":{{i}},"name":"text"}""")), Web, 1.5, 1.5),
        Rows("dictionaries of short JsonElement", () => List(100, i => new Dictionary<string, JsonElement>
            {
                ["a"] = JsonSerializer.SerializeToElement(i), ["b"] = JsonSerializer.SerializeToElement("text"),
            }), Web, 1.5, 1.5),
        Rows("dictionaries of JsonElement with non-ASCII text", () => List(100, i => new Dictionary<string, JsonElement>
            {
                ["a"] = JsonElement.Parse($"\"Jindřichův Hradec {i}\""), ["b"] = JsonElement.Parse("\"Москва\""),
            }), Web, 1.2, 1.2),
        Rows("dictionaries of lists", () => List(50, i => new Dictionary<string, List<int>> { ["a"] = [1, 2, i], ["b"] = [i] }), Web, 3, 0.98),
        Rows("nullable structures", () => List<Reading?>(100, i => i % 10 == 0 ? null : new(i, i * 0.37)), Web, 5, 4),
        Member("ReadOnlyMemory of structures", i => new ReadOnlyMemory<Reading>([new(i, 1.5), new(i + 1, 2.5)]), 3),
        Member<object>("object: Uri, Version, enumeration, anonymous", i => (i % 4) switch
            {
                0 => new Uri($"https://example.org/{i}"), 1 => new Version(1, i), 2 => DayOfWeek.Friday, _ => new { X = i },
            }, 1.5),
        Member("enumeration of many values", i => (DayOfWeek)(i * 7919 % 100_000), 3),
        Rows("polymorphic, rows of the base class",
            () => List(100, i => i % 2 == 0 ? new Named { Id = i } : new Titled { Id = i, Title = "T" }), Web, 3, 3),
        One("SortedDictionary<DateOnly, decimal>", () => new SortedDictionary<DateOnly, decimal>(
            List(100, i => i).ToDictionary(i => new DateOnly(2024, 1, 1).AddDays(i), i => i * 1.5m)), Web, 2),
        One("ImmutableDictionary<string, int>", () => List(100, i => i).ToImmutableDictionary(i => $"key {i}"), Web, 2.5),
        One("Dictionary<string, Dictionary<string, int>>", () => List(20, i => i).ToDictionary(
            i => $"key {i}", _ => List(8, i => i).ToDictionary(i => $"name {i}")), Web, 3),
        Rows("texts of 100 KB", () => List(2, i => new With<string>(i, "Name", new string('x', 100_000))), Web, 1.2, 1.2),
        One(
            "JsonDocument as a property", () => new With<JsonDocument>(1, "Name", JsonDocument.Parse(JsonSerializer.Serialize(List(100,
                Product.Create)))), Web, 8),
        Sent("1 object, to a stream", () => List(1, Product.Create), 0.97, JsonRows.From),
        Sent("10 objects, to a stream", () => List(10, Product.Create), 2, JsonRows.From),
        Sent("page of 1 object, to a stream", () => new { total = 1, items = List(1, Product.Create) }, 0.97),
        Sent("page of 10 objects, to a stream", () => new { total = 10, items = List(10, Product.Create) }, 2),
    ];

    private static CaseMaker Rows<T>(string name, Func<List<T>> rows, JsonSerializerOptions options, double dropIn, double asRows) =>
        Of<List<T>, T>(name, rows, options, dropIn, asRows);

    private static CaseMaker Rows<TList, T>(string name, Func<TList> rows, double dropIn, double asRows)
        where TList : IEnumerable<T> => Of<TList, T>(name, rows, Web, dropIn, asRows);

    private static CaseMaker Member<T>(string name, Func<int, T> value, double target) =>
        Rows($"member: {name}", () => List(100, i => new With<T>(i, "Name", value(i))), Web, target, target);

    /// <summary>A value that is a list of rows.</summary>
    private static CaseMaker Of<TList, T>(string name, Func<TList> create, JsonSerializerOptions options, double dropIn, double asRows)
        where TList : IEnumerable<T> => new(name, () =>
        {
            TList rows = create();
            JsonRows described = JsonRows.From<T>(rows);
            var rowOptions = new JsonRowOptions(options);
            return Create(rows, options, dropIn, Sink.ToBuffer(From, output => described.WriteTo(output, rowOptions)) with { Target = asRows });
        });

    private static CaseMaker One<T>(string name, Func<T> create, JsonSerializerOptions options, double dropIn) =>
        new(name, () => Create(create(), options, dropIn));

    /// <summary>A value that is sent without blocking: as a drop-in by <see cref="JsonRowSerializer"/>.</summary>
    private static CaseMaker Sent<T>(string name, Func<T> create, double target, Func<T, JsonRows>? rows = null) => new(name, () =>
        {
            T value = create();
            JsonSerializerOptions options = Web;
            Way plain = Serialized.Send(Plain, value, options);
            Way dropIn = Sink.ToStream(DropIn, stream => JsonRowSerializer.SerializeAsync(stream, value, options)) with { Target = target };
            JsonRows? described = rows?.Invoke(value);
            var rowOptions = new JsonRowOptions(options);
            return new Case
            {
                Ways = described is null
                    ? [plain, dropIn]
                    : [plain, dropIn, Sink.ToStream(From, stream => described.WriteToAsync(stream, rowOptions)) with { Target = target }],
                Repeats = Serialized.Repeats(value, options),
            };
        });

    private static Case Create<T>(T value, JsonSerializerOptions options, double dropIn, params Way[] further) => new()
    {
        Ways =
        [
            Serialized.Way(Plain, value, options),
            Serialized.Way(DropIn, value, options.WithRowJson(writeOnly: true)) with { Target = dropIn },
            .. further,
        ],
        Repeats = Serialized.Repeats(value, options),
    };

    private static List<T> List<T>(int count, Func<int, T> create) => [.. Enumerable.Range(0, count).Select(create)];

    /// <summary>A node whose values are .NET's, and no text.</summary>
    private static JsonObject BuiltProduct(int i)
    {
        Product it = Product.Create(i);
        return new JsonObject
        {
            ["id"] = it.Id, ["name"] = it.Name, ["price"] = it.Price, ["since"] = it.Since, ["weight"] = it.Weight, ["isSold"] = it.IsSold,
        };
    }

    private static List<Position> Positions(int i) => [new(i, "a", 1.5m), new(i, "b", 2)];
    private static float[] Floats(int count) => [.. Enumerable.Range(0, count).Select(i => i / 7f)];
    private static double[] Doubles(int i) => [.. Enumerable.Range(i, 20).Select(k => k * 0.37)];
}
