using static System.Text.Json.JsonEncodedText;

namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for rows of a class. No encoder escapes any of the names.</summary>
internal sealed record ObjectLoop<T>(Action<Utf8JsonWriter, T> Write, Func<T, long> Read);

/// <summary>The loops over <see cref="Order"/>.</summary>
internal static class OrderLoop
{
    private static readonly JsonEncodedText Id = Encode(nameof(Order.Id)), Customer = Encode(nameof(Order.Customer)),
        City = Encode(nameof(Order.City)), Product = Encode(nameof(Order.Product)), Quantity = Encode(nameof(Order.Quantity)),
        Price = Encode(nameof(Order.Price)), Discount = Encode(nameof(Order.Discount)), IsPaid = Encode(nameof(Order.IsPaid)),
        PlacedAt = Encode(nameof(Order.PlacedAt)), Note = Encode(nameof(Order.Note));

    public static ObjectLoop<Order> Loop { get; } = new(Write, Read);

    private static void Write(Utf8JsonWriter writer, Order order)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, order.Id);
        writer.WriteString(Customer, order.Customer);
        writer.WriteString(City, order.City);
        writer.WriteString(Product, order.Product);
        writer.WriteNumber(Quantity, order.Quantity);
        writer.WriteNumber(Price, order.Price);
        if (order.Discount is double discount) writer.WriteNumber(Discount, discount);
        else writer.WriteNull(Discount);
        writer.WriteBoolean(IsPaid, order.IsPaid);
        writer.WriteString(PlacedAt, order.PlacedAt);
        writer.WriteString(Note, order.Note);
        writer.WriteEndObject();
    }

    private static long Read(Order order) =>
        order.Id + order.Customer.Length + order.City.Length + order.Product.Length + order.Quantity
        + BitConverter.DoubleToInt64Bits(order.Price + order.Discount.GetValueOrDefault()) + (order.IsPaid ? 1 : 0)
        + order.PlacedAt.Ticks + (order.Note?.Length ?? 0);
}

/// <summary>The loops over <see cref="LogEntry"/>.</summary>
internal static class LogEntryLoop
{
    private static readonly JsonEncodedText Id = Encode(nameof(LogEntry.Id)), ParentId = Encode(nameof(LogEntry.ParentId)),
        Level = Encode(nameof(LogEntry.Level)), Area = Encode(nameof(LogEntry.Area)), LoggedAt = Encode(nameof(LogEntry.LoggedAt)),
        ReceivedAt = Encode(nameof(LogEntry.ReceivedAt)), Day = Encode(nameof(LogEntry.Day)), Duration = Encode(nameof(LogEntry.Duration)),
        Amount = Encode(nameof(LogEntry.Amount)), Tax = Encode(nameof(LogEntry.Tax));

    public static ObjectLoop<LogEntry> Loop { get; } = new(Write, Read);

    private static void Write(Utf8JsonWriter writer, LogEntry entry)
    {
        Span<byte> text = stackalloc byte[32];
        writer.WriteStartObject();
        writer.WriteString(Id, entry.Id);
        if (entry.ParentId is Guid parent) writer.WriteString(ParentId, parent);
        else writer.WriteNull(ParentId);
        writer.WriteNumber(Level, (long)entry.Level);
        writer.WriteString(Area, entry.Area?.ToString());
        writer.WriteString(LoggedAt, entry.LoggedAt);
        writer.WriteString(ReceivedAt, entry.ReceivedAt);
        entry.Day.TryFormat(text, out int length, "O");
        writer.WriteString(Day, text[..length]);
        entry.Duration.TryFormat(text, out length);
        writer.WriteString(Duration, text[..length]);
        writer.WriteNumber(Amount, entry.Amount);
        if (entry.Tax is decimal tax) writer.WriteNumber(Tax, tax);
        else writer.WriteNull(Tax);
        writer.WriteEndObject();
    }

    private static long Read(LogEntry entry) =>
        entry.Id.GetHashCode() + entry.ParentId.GetHashCode() + (int)entry.Level + (int)entry.Area.GetValueOrDefault() + entry.LoggedAt.Ticks
        + entry.ReceivedAt.Ticks + entry.Day.DayNumber + entry.Duration.Ticks + entry.Amount.Scale + entry.Tax.GetValueOrDefault().Scale;
}
