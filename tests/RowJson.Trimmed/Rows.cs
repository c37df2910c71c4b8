using System.Text.Json.Serialization;

namespace RowJson.Trimmed;

/// <summary>A row with columns of all kinds: scalars, an enumeration, an object, lists, a converter of the user's, a condition.</summary>
internal sealed class Order
{
    public long Id { get; init; }

    public required string Customer { get; init; }

    public double Price { get; init; }

    public double? Discount { get; init; }

    public bool IsPaid { get; init; }

    public DateTime PlacedAt { get; init; }

    public Guid Key { get; init; }

    public decimal Amount { get; init; }

    public OrderState State { get; init; }

    [JsonPropertyName("ship_to")]
    public Address? Destination { get; init; }

    public List<Address>? Stops { get; init; }

    public int[]? Sizes { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; init; }

    [JsonConverter(typeof(JsonStringEnumConverter<OrderState>))]
    public OrderState Text { get; init; }

    public static Order Create(int index) => new()
    {
        Id = index,
        Customer = $"Zoë <{index}>",
        Price = index / 8.0,
        Discount = index % 3 == 0 ? null : 0.1 * index,
        IsPaid = index % 2 == 0,
        PlacedAt = new DateTime(2024, 2, 29, 0, 0, 0, DateTimeKind.Utc).AddSeconds(index),
        Key = new Guid(index, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        Amount = index / 100m,
        State = (OrderState)(index % 3),
        Destination = index % 4 == 0 ? null : new Address("Main Street", index),
        Stops = index % 5 == 0 ? null : [new Address("東京", index), new Address("\"quoted\"", -index)],
        Sizes = [index, -index],
        Note = index % 7 == 0 ? null : "a note",
        Text = (OrderState)(index % 3),
    };
}

/// <summary>A nested object, and a row that is a struct.</summary>
internal readonly record struct Address(string Street, int Number);

/// <summary>A number in one column, a string in another one.</summary>
internal enum OrderState
{
    Open,
    Sent,
    Closed,
}

/// <summary>All that the application knows of its types: it has no reflection for JSON.</summary>
[JsonSerializable(typeof(List<Order>))]
[JsonSerializable(typeof(Address[]))]
[JsonSerializable(typeof(List<Dictionary<string, object?>>))]
[JsonSerializable(typeof(int))]
[JsonSerializable(typeof(double))]
[JsonSerializable(typeof(string))]
[JsonSerializable(typeof(bool))]
[JsonSerializable(typeof(DateTime))]
internal sealed partial class RowsContext : JsonSerializerContext;
