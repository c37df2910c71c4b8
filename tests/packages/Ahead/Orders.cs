using System.Text.Json.Serialization;
using RowJson;

public sealed record Order(int Id);

public readonly record struct Price(decimal Amount);

[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(List<Price>))]
public sealed partial class OrderContext : JsonSerializerContext;

public static class Orders
{
    private static readonly JsonRowOptions Options = new(OrderContext.Default.Options);

    public static void Write(Stream stream, List<Order> orders, List<Dictionary<string, object?>> rows)
    {
        JsonRows.From(orders).WriteTo(stream, Options);
        JsonRows.From(orders, OrderContext.Default.Order).WriteTo(stream);
        JsonRows.From(rows).WriteTo(stream);
        JsonRows.From(orders).WriteTo(stream); // ROWJSON001
    }
}
