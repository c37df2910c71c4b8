namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for rows of a class.</summary>
internal sealed record ObjectLoop<T>(Action<Utf8JsonWriter, T> WriteValues, Action<Utf8JsonWriter, T> WriteCached, Func<T, long> Read);

/// <summary>A name as a string and encoded; no encoder escapes any of them.</summary>
internal readonly struct Name(string text)
{
    public string Text { get; } = text;
    public JsonEncodedText Encoded { get; } = JsonEncodedText.Encode(text);
}

/// <summary>Writes a name and a value; of a value type, so that it is compiled into the loops.</summary>
internal interface IProperty
{
    static abstract void Number(Utf8JsonWriter writer, in Name name, long value);
    static abstract void Number(Utf8JsonWriter writer, in Name name, double value);
    static abstract void Number(Utf8JsonWriter writer, in Name name, decimal value);
    static abstract void Boolean(Utf8JsonWriter writer, in Name name, bool value);
    static abstract void String(Utf8JsonWriter writer, in Name name, string? value);
    static abstract void String(Utf8JsonWriter writer, in Name name, ReadOnlySpan<byte> value);
    static abstract void String(Utf8JsonWriter writer, in Name name, DateTime value);
    static abstract void String(Utf8JsonWriter writer, in Name name, DateTimeOffset value);
    static abstract void String(Utf8JsonWriter writer, in Name name, Guid value);
    static abstract void Null(Utf8JsonWriter writer, in Name name);
    static abstract void Object(Utf8JsonWriter writer, in Name name);
    static abstract void Array(Utf8JsonWriter writer, in Name name);
}

/// <summary>Each name as a string.</summary>
internal readonly struct ByText : IProperty
{
    public static void Number(Utf8JsonWriter writer, in Name name, long value) => writer.WriteNumber(name.Text, value);
    public static void Number(Utf8JsonWriter writer, in Name name, double value) => writer.WriteNumber(name.Text, value);
    public static void Number(Utf8JsonWriter writer, in Name name, decimal value) => writer.WriteNumber(name.Text, value);
    public static void Boolean(Utf8JsonWriter writer, in Name name, bool value) => writer.WriteBoolean(name.Text, value);
    public static void String(Utf8JsonWriter writer, in Name name, string? value) => writer.WriteString(name.Text, value);
    public static void String(Utf8JsonWriter writer, in Name name, ReadOnlySpan<byte> value) => writer.WriteString(name.Text, value);
    public static void String(Utf8JsonWriter writer, in Name name, DateTime value) => writer.WriteString(name.Text, value);
    public static void String(Utf8JsonWriter writer, in Name name, DateTimeOffset value) => writer.WriteString(name.Text, value);
    public static void String(Utf8JsonWriter writer, in Name name, Guid value) => writer.WriteString(name.Text, value);
    public static void Null(Utf8JsonWriter writer, in Name name) => writer.WriteNull(name.Text);
    public static void Object(Utf8JsonWriter writer, in Name name) => writer.WriteStartObject(name.Text);
    public static void Array(Utf8JsonWriter writer, in Name name) => writer.WriteStartArray(name.Text);
}

/// <summary>Each name encoded before.</summary>
internal readonly struct ByEncoded : IProperty
{
    public static void Number(Utf8JsonWriter writer, in Name name, long value) => writer.WriteNumber(name.Encoded, value);
    public static void Number(Utf8JsonWriter writer, in Name name, double value) => writer.WriteNumber(name.Encoded, value);
    public static void Number(Utf8JsonWriter writer, in Name name, decimal value) => writer.WriteNumber(name.Encoded, value);
    public static void Boolean(Utf8JsonWriter writer, in Name name, bool value) => writer.WriteBoolean(name.Encoded, value);
    public static void String(Utf8JsonWriter writer, in Name name, string? value) => writer.WriteString(name.Encoded, value);
    public static void String(Utf8JsonWriter writer, in Name name, ReadOnlySpan<byte> value) => writer.WriteString(name.Encoded, value);
    public static void String(Utf8JsonWriter writer, in Name name, DateTime value) => writer.WriteString(name.Encoded, value);
    public static void String(Utf8JsonWriter writer, in Name name, DateTimeOffset value) => writer.WriteString(name.Encoded, value);
    public static void String(Utf8JsonWriter writer, in Name name, Guid value) => writer.WriteString(name.Encoded, value);
    public static void Null(Utf8JsonWriter writer, in Name name) => writer.WriteNull(name.Encoded);
    public static void Object(Utf8JsonWriter writer, in Name name) => writer.WriteStartObject(name.Encoded);
    public static void Array(Utf8JsonWriter writer, in Name name) => writer.WriteStartArray(name.Encoded);
}

/// <summary>The loops over <see cref="Order"/>.</summary>
internal static class OrderLoop
{
    private static readonly Name Id = new(nameof(Order.Id)), Customer = new(nameof(Order.Customer)), City = new(nameof(Order.City)),
        Product = new(nameof(Order.Product)), Quantity = new(nameof(Order.Quantity)), Price = new(nameof(Order.Price)),
        Discount = new(nameof(Order.Discount)), IsPaid = new(nameof(Order.IsPaid)), PlacedAt = new(nameof(Order.PlacedAt)),
            Note = new(nameof(Order.Note));

    public static ObjectLoop<Order> Loop { get; } = new(Write<ByText>, Write<ByEncoded>, Read);

    private static void Write<TProperty>(Utf8JsonWriter writer, Order order) where TProperty : struct, IProperty
    {
        writer.WriteStartObject();
        TProperty.Number(writer, Id, order.Id);
        TProperty.String(writer, Customer, order.Customer);
        TProperty.String(writer, City, order.City);
        TProperty.String(writer, Product, order.Product);
        TProperty.Number(writer, Quantity, order.Quantity);
        TProperty.Number(writer, Price, order.Price);
        if (order.Discount is double discount) TProperty.Number(writer, Discount, discount);
        else TProperty.Null(writer, Discount);
        TProperty.Boolean(writer, IsPaid, order.IsPaid);
        TProperty.String(writer, PlacedAt, order.PlacedAt);
        TProperty.String(writer, Note, order.Note);
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
    private static readonly Name Id = new(nameof(LogEntry.Id)), ParentId = new(nameof(LogEntry.ParentId)), Level = new(nameof(LogEntry.Level)),
        Area = new(nameof(LogEntry.Area)), LoggedAt = new(nameof(LogEntry.LoggedAt)), ReceivedAt = new(nameof(LogEntry.ReceivedAt)),
        Day = new(nameof(LogEntry.Day)), Duration = new(nameof(LogEntry.Duration)), Amount = new(nameof(LogEntry.Amount)),
            Tax = new(nameof(LogEntry.Tax));

    public static ObjectLoop<LogEntry> Loop { get; } = new(Write<ByText>, Write<ByEncoded>, Read);

    private static void Write<TProperty>(Utf8JsonWriter writer, LogEntry entry) where TProperty : struct, IProperty
    {
        Span<byte> text = stackalloc byte[32];
        writer.WriteStartObject();
        TProperty.String(writer, Id, entry.Id);
        if (entry.ParentId is Guid parent) TProperty.String(writer, ParentId, parent);
        else TProperty.Null(writer, ParentId);
        TProperty.Number(writer, Level, (long)entry.Level);
        TProperty.String(writer, Area, entry.Area?.ToString());
        TProperty.String(writer, LoggedAt, entry.LoggedAt);
        TProperty.String(writer, ReceivedAt, entry.ReceivedAt);
        entry.Day.TryFormat(text, out int length, "O");
        TProperty.String(writer, Day, text[..length]);
        entry.Duration.TryFormat(text, out length);
        TProperty.String(writer, Duration, text[..length]);
        TProperty.Number(writer, Amount, entry.Amount);
        if (entry.Tax is decimal tax) TProperty.Number(writer, Tax, tax);
        else TProperty.Null(writer, Tax);
        writer.WriteEndObject();
    }

    private static long Read(LogEntry entry) =>
        entry.Id.GetHashCode() + entry.ParentId.GetHashCode() + (int)entry.Level + (int)entry.Area.GetValueOrDefault() + entry.LoggedAt.Ticks
        + entry.ReceivedAt.Ticks + entry.Day.DayNumber + entry.Duration.Ticks + entry.Amount.Scale + entry.Tax.GetValueOrDefault().Scale;
}

/// <summary>The loops over <see cref="Shipment"/>.</summary>
internal static class ShipmentLoop
{
    private static readonly Name Id = new(nameof(Shipment.Id)), Carrier = new(nameof(Shipment.Carrier)), ShippedAt = new(nameof(Shipment.ShippedAt)),
        Destination = new(nameof(Shipment.Destination)), Parcels = new(nameof(Shipment.Parcels)), Street = new(nameof(Address.Street)),
        City = new(nameof(Address.City)), ZipCode = new(nameof(Address.ZipCode)), Country = new(nameof(Address.Country)),
        Code = new(nameof(Parcel.Code)), Weight = new(nameof(Parcel.Weight)), Items = new(nameof(Parcel.Items));

    public static ObjectLoop<Shipment> Loop { get; } = new(Write<ByText>, Write<ByEncoded>, Read);

    private static void Write<TProperty>(Utf8JsonWriter writer, Shipment shipment) where TProperty : struct, IProperty
    {
        writer.WriteStartObject();
        TProperty.Number(writer, Id, shipment.Id);
        TProperty.String(writer, Carrier, shipment.Carrier);
        TProperty.String(writer, ShippedAt, shipment.ShippedAt);
        TProperty.Object(writer, Destination);
        TProperty.String(writer, Street, shipment.Destination.Street);
        TProperty.String(writer, City, shipment.Destination.City);
        TProperty.Number(writer, ZipCode, (long)shipment.Destination.ZipCode);
        TProperty.String(writer, Country, shipment.Destination.Country);
        writer.WriteEndObject();
        TProperty.Array(writer, Parcels);
        foreach (Parcel parcel in shipment.Parcels)
        {
            writer.WriteStartObject();
            TProperty.String(writer, Code, parcel.Code);
            TProperty.Number(writer, Weight, parcel.Weight);
            TProperty.Number(writer, Items, (long)parcel.Items);
            writer.WriteEndObject();
        }
        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static long Read(Shipment shipment)
    {
        Address address = shipment.Destination;
        long sum = shipment.Id + shipment.Carrier.Length + shipment.ShippedAt.Ticks + address.Street.Length + address.City.Length
            + address.ZipCode + (address.Country?.Length ?? 0);
        foreach (Parcel parcel in shipment.Parcels) sum += parcel.Code.Length + BitConverter.DoubleToInt64Bits(parcel.Weight) + parcel.Items;
        return sum;
    }
}
