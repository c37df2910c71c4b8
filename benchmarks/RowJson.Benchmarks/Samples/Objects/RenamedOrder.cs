using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>An <see cref="Order"/> each of whose columns has another name in the output.</summary>
internal sealed class RenamedOrder
{
    [JsonPropertyName("order_id")]
    [Newtonsoft.Json.JsonProperty("order_id")]
    public long Id { get; init; }

    [JsonPropertyName("customer_name")]
    [Newtonsoft.Json.JsonProperty("customer_name")]
    public required string Customer { get; init; }

    [JsonPropertyName("ship_city")]
    [Newtonsoft.Json.JsonProperty("ship_city")]
    public required string City { get; init; }

    [JsonPropertyName("product_name")]
    [Newtonsoft.Json.JsonProperty("product_name")]
    public required string Product { get; init; }

    [JsonPropertyName("quantity")]
    [Newtonsoft.Json.JsonProperty("quantity")]
    public int Quantity { get; init; }

    [JsonPropertyName("unit_price")]
    [Newtonsoft.Json.JsonProperty("unit_price")]
    public double Price { get; init; }

    [JsonPropertyName("discount_rate")]
    [Newtonsoft.Json.JsonProperty("discount_rate")]
    public double? Discount { get; init; }

    [JsonPropertyName("is_paid")]
    [Newtonsoft.Json.JsonProperty("is_paid")]
    public bool IsPaid { get; init; }

    [JsonPropertyName("placed_at")]
    [Newtonsoft.Json.JsonProperty("placed_at")]
    public DateTime PlacedAt { get; init; }

    [JsonPropertyName("note")]
    [Newtonsoft.Json.JsonProperty("note")]
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
