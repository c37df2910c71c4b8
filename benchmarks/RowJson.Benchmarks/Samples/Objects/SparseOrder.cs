using System.Text.Json.Serialization;

namespace RowJson.Benchmarks;

/// <summary>An <see cref="Order"/> half of whose columns are left out where they have no value.</summary>
internal sealed class SparseOrder
{
    public long Id { get; init; }

    public required string Customer { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)]
    public string? City { get; init; }

    public required string Product { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    [Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)]
    public int Quantity { get; init; }

    public double Price { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)]
    public double? Discount { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    [Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)]
    public bool IsPaid { get; init; }

    public DateTime PlacedAt { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Newtonsoft.Json.JsonProperty(DefaultValueHandling = Newtonsoft.Json.DefaultValueHandling.Ignore)]
    public string? Note { get; init; }

    public static SparseOrder Create(int index, Random random, Vocabulary vocabulary)
    {
        Order order = OrderGenerator.Create(index, random, vocabulary);
        return new SparseOrder
        {
            Id = order.Id,
            Customer = order.Customer,
            City = random.Next(3) == 0 ? null : order.City,
            Product = order.Product,
            Quantity = random.Next(3) == 0 ? 0 : order.Quantity,
            Price = order.Price,
            Discount = order.Discount,
            IsPaid = order.IsPaid,
            PlacedAt = order.PlacedAt,
            Note = order.Note,
        };
    }
}
