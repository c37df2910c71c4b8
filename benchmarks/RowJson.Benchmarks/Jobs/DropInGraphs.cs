using RowPairs = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Benchmarks;

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
