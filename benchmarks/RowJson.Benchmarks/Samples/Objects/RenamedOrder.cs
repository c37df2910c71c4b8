using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>An <see cref="Order"/> each of whose columns has another name in the output.</summary>
internal sealed class RenamedOrder
{
    [JsonPropertyName("order_id")]
    public long Id { get; init; }

    [JsonPropertyName("customer_name")]
    public required string Customer { get; init; }

    [JsonPropertyName("ship_city")]
    public required string City { get; init; }

    [JsonPropertyName("product_name")]
    public required string Product { get; init; }

    [JsonPropertyName("quantity")]
    public int Quantity { get; init; }

    [JsonPropertyName("unit_price")]
    public double Price { get; init; }

    [JsonPropertyName("discount_rate")]
    public double? Discount { get; init; }

    [JsonPropertyName("is_paid")]
    public bool IsPaid { get; init; }

    [JsonPropertyName("placed_at")]
    public DateTime PlacedAt { get; init; }

    [JsonPropertyName("note")]
    public string? Note { get; init; }

    public static RenamedOrder Create(int index, Random random, Vocabulary vocabulary)
    {
        Order order = OrderGenerator.Create(index, random, vocabulary);
        return new RenamedOrder
        {
            Id = order.Id,
            Customer = order.Customer,
            City = order.City,
            Product = order.Product,
            Quantity = order.Quantity,
            Price = order.Price,
            Discount = order.Discount,
            IsPaid = order.IsPaid,
            PlacedAt = order.PlacedAt,
            Note = order.Note,
        };
    }
}
