using RowPairs = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Benchmarks;

/// <summary>Options made by <see cref="RowJsonOptionsExtensions.WithRowJson"/> against those that they are made of, with the same resolver.</summary>
internal static class DropInCases
{
    private const string DropIn = "drop-in";
    private static readonly JsonSerializerOptions Reflection = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
    private static readonly JsonSerializerOptions Generated = new() { TypeInfoResolver = DropInContext.Default };

    public static Job Job { get; } = new(
        "values",
        () => [.. Graphs("reflection", Reflection), .. Graphs("generated", Generated), Stream("100 MB to a stream", 400_000)],
        "Times are the process's own; spread: how well the ratio is known (95 %); B: what a call allocates. Each output was compared before.",
        new Layout(false, [
            Column.Label("value"), Column.Label("resolver", 1),
            Column.Count(">plain ns", line => line.First.Time), Column.Count(">drop-in ns", line => line.Own.Time),
            .. Column.Faster(">ratio", DropIn),
            Column.Count(">plain B", line => line.First.AllocatedBytes), Column.Count(">drop-in B", line => line.Own.AllocatedBytes),
            new("", line => Figures.Verdict(line.Own.AllocatedBytes <= line.First.AllocatedBytes))]));

    private static IEnumerable<CaseMaker> Graphs(string resolver, JsonSerializerOptions options)
    {
        return
        [
            Of("1 objects", 1.3, () => DropInGraph.Page(1)), Of("10 objects", 3.5, () => DropInGraph.Page(10)),
            Of("100 objects", 4.2, () => DropInGraph.Page(100)), Of("5,000 objects", 4.2, () => DropInGraph.Page(5_000)),
            Of("10 dictionaries", 3, () => DropInGraph.Pairs(10)), Of("5,000 dictionaries", 4, () => DropInGraph.Pairs(5_000)),
            Of("many lists of 0 to 3", 1, DropInGraph.CreateGroups),
            Of("no list", 0.98, () => DropInGraph.CreateProfile(3)),
        ];

        CaseMaker Of<T>(string name, double target, Func<T> create) => new([name, resolver], () =>
        {
            T value = create();
            Way dropIn = Serialized.Way(DropIn, value, options.WithRowJson(writeOnly: true)) with { Target = target };
            return new Case { Ways = [Serialized.Way("plain", value, options), dropIn], Repeats = Serialized.Repeats(value, options) };
        }, () => ["plain", DropIn]);
    }

    private static CaseMaker Stream(string name, int rows) => new([name, "reflection"], () =>
    {
        OrderPage page = DropInGraph.Page(rows);
        return new Case
        {
            Ways =
            [
                Sink.ToStream("plain", stream => JsonSerializer.Serialize(stream, page, Reflection)),
                Sink.ToStream(DropIn, stream => JsonRowSerializer.Serialize(stream, page, Reflection)) with { Target = 3 },
            ],
        };
    }, () => ["plain", DropIn]);
}

/// <summary>A page of orders, as a service answers it.</summary>
internal sealed record OrderPage(int Total, string? Next, List<Order> Items);

/// <summary>A page of dictionaries of five columns.</summary>
internal sealed record PairPage(int Total, List<RowPairs> Rows);

/// <summary>Many short lists, inside objects that only the serializer writes.</summary>
internal sealed record OrderGroups(List<OrderGroup> Groups);

/// <inheritdoc cref="OrderGroups"/>
internal sealed class OrderGroup
{
    public required string Name { get; init; }
    public required List<Order> Open { get; init; }
    public required Order[] Closed { get; init; }
    [JsonExtensionData] public Dictionary<string, JsonElement>? Other { get; set; }
}

/// <summary>No list.</summary>
internal sealed record Profile(int Id, string? Name, double Score, DateTime Since, Profile? Manager);

/// <summary>What the compiler generates to write them.</summary>
[JsonSerializable(typeof(OrderPage)), JsonSerializable(typeof(PairPage)), JsonSerializable(typeof(OrderGroups))]
[JsonSerializable(typeof(Profile)), JsonSerializable(typeof(bool)), JsonSerializable(typeof(double))]
internal sealed partial class DropInContext : JsonSerializerContext;

/// <summary>Values to write by options made for writing.</summary>
internal static class DropInGraph
{
    private const int GroupCount = 200;

    /// <summary>A page of so many orders.</summary>
    public static OrderPage Page(int count) => new(count, "/orders?page=2", Orders(count));

    /// <summary>A page of so many dictionaries.</summary>
    public static PairPage Pairs(int count) => new(count, Orders(count).ConvertAll(order => new RowPairs
    {
        ["id"] = order.Id, ["customer"] = order.Customer, ["price"] = order.Price, ["isPaid"] = order.IsPaid, ["note"] = order.Note,
    }));

    /// <summary>Many short lists.</summary>
    public static OrderGroups CreateGroups()
    {
        List<Order> orders = Orders(3);
        return new([.. Enumerable.Range(0, GroupCount).Select(i => new OrderGroup
        {
            Name = $"group {i}", Open = [.. orders.Take(i % 4)], Closed = [.. orders.Take((i + 2) % 4)],
        })]);
    }

    /// <summary>Objects nested so deep, without a list.</summary>
    public static Profile CreateProfile(int depth) => new(
        depth, $"name {depth}", depth * 1.37, new DateTime(2024, 1, depth + 1), depth == 0 ? null : CreateProfile(depth - 1));

    private static List<Order> Orders(int count) => JsonSerializer.Deserialize(
        RowClass.Orders.Generate(count).Utf8Json.Span, ObjectContext.Default.ListOrder)!;
}
