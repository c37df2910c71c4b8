using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for objects of a class.</summary>
internal static class OrderLoops
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode(nameof(Order.Id));
    private static readonly JsonEncodedText Customer = JsonEncodedText.Encode(nameof(Order.Customer));
    private static readonly JsonEncodedText City = JsonEncodedText.Encode(nameof(Order.City));
    private static readonly JsonEncodedText Product = JsonEncodedText.Encode(nameof(Order.Product));
    private static readonly JsonEncodedText Quantity = JsonEncodedText.Encode(nameof(Order.Quantity));
    private static readonly JsonEncodedText Price = JsonEncodedText.Encode(nameof(Order.Price));
    private static readonly JsonEncodedText Discount = JsonEncodedText.Encode(nameof(Order.Discount));
    private static readonly JsonEncodedText IsPaid = JsonEncodedText.Encode(nameof(Order.IsPaid));
    private static readonly JsonEncodedText PlacedAt = JsonEncodedText.Encode(nameof(Order.PlacedAt));
    private static readonly JsonEncodedText Note = JsonEncodedText.Encode(nameof(Order.Note));

    public static RowLoops<Order> All { get; } = new(WriteValues, WriteCached, Read);

    /// <summary>Each name as a string.</summary>
    private static void WriteValues(Utf8JsonWriter writer, Order order)
    {
        writer.WriteStartObject();
        writer.WriteNumber(nameof(Order.Id), order.Id);
        writer.WriteString(nameof(Order.Customer), order.Customer);
        writer.WriteString(nameof(Order.City), order.City);
        writer.WriteString(nameof(Order.Product), order.Product);
        writer.WriteNumber(nameof(Order.Quantity), order.Quantity);
        writer.WriteNumber(nameof(Order.Price), order.Price);
        if (order.Discount is double discount)
            writer.WriteNumber(nameof(Order.Discount), discount);
        else
            writer.WriteNull(nameof(Order.Discount));
        writer.WriteBoolean(nameof(Order.IsPaid), order.IsPaid);
        writer.WriteString(nameof(Order.PlacedAt), order.PlacedAt);
        writer.WriteString(nameof(Order.Note), order.Note);
        writer.WriteEndObject();
    }

    /// <summary>Each name encoded before.</summary>
    private static void WriteCached(Utf8JsonWriter writer, Order order)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, order.Id);
        writer.WriteString(Customer, order.Customer);
        writer.WriteString(City, order.City);
        writer.WriteString(Product, order.Product);
        writer.WriteNumber(Quantity, order.Quantity);
        writer.WriteNumber(Price, order.Price);
        if (order.Discount is double discount)
            writer.WriteNumber(Discount, discount);
        else
            writer.WriteNull(Discount);
        writer.WriteBoolean(IsPaid, order.IsPaid);
        writer.WriteString(PlacedAt, order.PlacedAt);
        writer.WriteString(Note, order.Note);
        writer.WriteEndObject();
    }

    /// <summary>Reads every property, and adds something of each up.</summary>
    private static long Read(Order order) =>
        order.Id + order.Customer.Length + order.City.Length + order.Product.Length + order.Quantity
        + BitConverter.DoubleToInt64Bits(order.Price + order.Discount.GetValueOrDefault()) + (order.IsPaid ? 1 : 0)
        + order.PlacedAt.Ticks + (order.Note?.Length ?? 0);
}
