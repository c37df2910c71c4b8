using NewtonsoftProperty = Newtonsoft.Json.JsonPropertyAttribute;

namespace RowJson.Benchmarks;

/// <summary>A row with a class: ten columns of the usual types.</summary>
internal sealed class Order
{
    public long Id { get; init; }
    public required string Customer { get; init; }
    public required string City { get; init; }
    public required string Product { get; init; }
    public int Quantity { get; init; }
    public double Price { get; init; }
    public double? Discount { get; init; }
    public bool IsPaid { get; init; }
    public DateTime PlacedAt { get; init; }
    public string? Note { get; init; }
    public OrderValue ToValue() => new(Id, Customer, City, Product, Quantity, Price, Discount, IsPaid, PlacedAt, Note);
}

/// <summary>An <see cref="Order"/> as a value type.</summary>
internal readonly record struct OrderValue(
    long Id, string Customer, string City, string Product, int Quantity, double Price, double? Discount, bool IsPaid, DateTime PlacedAt,
    string? Note);

/// <summary>Orders as a shop has them.</summary>
internal static class OrderGenerator
{
    private static readonly DateTime Start = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static Order Create(int index, Random random, Vocabulary vocabulary) => new()
    {
        Id = 1_000_000 + index,
        Customer = $"{vocabulary.Word()} {vocabulary.Word()}",
        City = vocabulary.Word(),
        Product = vocabulary.Words(1, 4),
        Quantity = random.Next(1, 100),
        Price = random.Next(100, 100_000) / 100.0,
        Discount = random.Next(3) == 0 ? random.Next(1, 50) / 100.0 : null,
        IsPaid = random.Next(10) > 0,
        PlacedAt = Start.AddSeconds(random.Next(366 * 24 * 60 * 60)),
        Note = random.Next(4) == 0 ? vocabulary.Words(3, 10) : null,
    };

    public static SparseOrder CreateSparse(int index, Random random, Vocabulary vocabulary)
    {
        Order order = Create(index, random, vocabulary);
        var sparse = RandomObjects.Copy<SparseOrder>(order);
        if (random.Next(3) == 0) RandomObjects.Set(sparse, nameof(SparseOrder.City), null);
        if (random.Next(3) == 0) RandomObjects.Set(sparse, nameof(SparseOrder.Quantity), 0);
        return sparse;
    }
}

/// <summary>An <see cref="Order"/> half of whose columns are left out where they have no value.</summary>
internal sealed class SparseOrder
{
    public long Id { get; init; }
    public required string Customer { get; init; }
    [JsonIgnore(Condition = WhenNull), NewtonsoftProperty(DefaultValueHandling = Ignored)] public string? City { get; init; }
    public required string Product { get; init; }
    [JsonIgnore(Condition = WhenDefault), NewtonsoftProperty(DefaultValueHandling = Ignored)] public int Quantity { get; init; }
    public double Price { get; init; }
    [JsonIgnore(Condition = WhenNull), NewtonsoftProperty(DefaultValueHandling = Ignored)] public double? Discount { get; init; }
    [JsonIgnore(Condition = WhenDefault), NewtonsoftProperty(DefaultValueHandling = Ignored)] public bool IsPaid { get; init; }
    public DateTime PlacedAt { get; init; }
    [JsonIgnore(Condition = WhenNull), NewtonsoftProperty(DefaultValueHandling = Ignored)] public string? Note { get; init; }

    private const JsonIgnoreCondition WhenNull = JsonIgnoreCondition.WhenWritingNull, WhenDefault = JsonIgnoreCondition.WhenWritingDefault;
    private const Newtonsoft.Json.DefaultValueHandling Ignored = Newtonsoft.Json.DefaultValueHandling.Ignore;
}

/// <summary>An <see cref="Order"/> each of whose columns has another name in the output.</summary>
internal sealed class RenamedOrder
{
    [JsonPropertyName("order_id"), NewtonsoftProperty("order_id")] public long Id { get; init; }
    [JsonPropertyName("customer_name"), NewtonsoftProperty("customer_name")] public required string Customer { get; init; }
    [JsonPropertyName("ship_city"), NewtonsoftProperty("ship_city")] public required string City { get; init; }
    [JsonPropertyName("product_name"), NewtonsoftProperty("product_name")] public required string Product { get; init; }
    [JsonPropertyName("quantity"), NewtonsoftProperty("quantity")] public int Quantity { get; init; }
    [JsonPropertyName("unit_price"), NewtonsoftProperty("unit_price")] public double Price { get; init; }
    [JsonPropertyName("discount_rate"), NewtonsoftProperty("discount_rate")] public double? Discount { get; init; }
    [JsonPropertyName("is_paid"), NewtonsoftProperty("is_paid")] public bool IsPaid { get; init; }
    [JsonPropertyName("placed_at"), NewtonsoftProperty("placed_at")] public DateTime PlacedAt { get; init; }
    [JsonPropertyName("note"), NewtonsoftProperty("note")] public string? Note { get; init; }
}

/// <summary>An <see cref="Order"/> each of whose properties has a converter of the user's: nothing qualifies for RowJson.</summary>
internal sealed class ConvertedOrder
{
    [JsonConverter(typeof(Int64AsText))] public long Id { get; init; }
    [JsonConverter(typeof(TrimmedText))] public required string Customer { get; init; }
    [JsonConverter(typeof(TrimmedText))] public required string City { get; init; }
    [JsonConverter(typeof(TrimmedText))] public required string Product { get; init; }
    [JsonConverter(typeof(Int64AsText))] public long Quantity { get; init; }
    [JsonConverter(typeof(RoundedNumber))] public double Price { get; init; }
    [JsonConverter(typeof(RoundedNumber))] public double Discount { get; init; }
    [JsonConverter(typeof(RoundedNumber))] public double Total { get; init; }
    [JsonConverter(typeof(TrimmedText))] public required string Currency { get; init; }
    [JsonConverter(typeof(TrimmedText))] public required string Note { get; init; }
}

/// <summary>Writes an integer as a string.</summary>
internal sealed class Int64AsText : JsonConverter<long>
{
    public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        long.Parse(reader.GetString()!, CultureInfo.InvariantCulture);

    public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options)
    {
        Span<byte> text = stackalloc byte[20];
        value.TryFormat(text, out int length, default, CultureInfo.InvariantCulture);
        writer.WriteStringValue(text[..length]);
    }
}

/// <summary>Writes a string without blanks around it.</summary>
internal sealed class TrimmedText : JsonConverter<string>
{
    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString()!;

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.AsSpan().Trim());
}

/// <summary>Writes a number with two decimals.</summary>
internal sealed class RoundedNumber : JsonConverter<double>
{
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
        writer.WriteNumberValue(Math.Round(value, 2));
}

/// <summary>A row of enumerations, dates, decimals and Guids.</summary>
internal sealed record LogEntry(
    Guid Id, Guid? ParentId, LogLevel Level, LogArea? Area, DateTime LoggedAt, DateTimeOffset ReceivedAt, DateOnly Day,
    TimeSpan Duration, decimal Amount, decimal? Tax);

/// <summary>A number in the output.</summary>
internal enum LogLevel { Trace, Debug, Information, Warning, Error, Critical }

/// <summary>A string in the output.</summary>
[System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter<LogArea>))]
[Newtonsoft.Json.JsonConverter(typeof(Newtonsoft.Json.Converters.StringEnumConverter))]
internal enum LogArea { Network, Storage, Billing, Identity, Search }

/// <summary>A row of texts of 5 to 500 characters: Han characters, and ASCII of which some needs escaping.</summary>
internal sealed class Message
{
    private const int FirstHan = 0x4E00, LastHan = 0x9FA5;
    public int Id { get; init; }
    public required string Author { get; init; }
    public required string Subject { get; init; }
    public required string Body { get; init; }
    public required string Reply { get; init; }

    public static Message Create(int index, Random random, Vocabulary vocabulary) => new()
    {
        Id = index,
        Author = Han(random, 5, 12),
        Subject = Han(random, 10, 40),
        Body = Han(random, 40, 500),
        Reply = $"{vocabulary.Words(1, 30)} {vocabulary.EscapedWord()} {Han(random, 1, 20)}",
    };

    private static string Han(Random random, int shortest, int longest) =>
        string.Create(random.Next(shortest, longest + 1), random, (text, random) =>
        {
            foreach (ref char character in text) character = (char)random.Next(FirstHan, LastHan + 1);
        });
}

/// <summary>A row that holds an object and a list of objects.</summary>
internal sealed record Shipment(long Id, string Carrier, DateTime ShippedAt, Address Destination, List<Parcel> Parcels);

/// <summary>The object in a <see cref="Shipment"/>.</summary>
internal sealed record Address(string Street, string City, int ZipCode, string? Country);

/// <summary>An item of the list in a <see cref="Shipment"/>.</summary>
internal sealed record Parcel(string Code, double Weight, int Items);

/// <summary>A row of sixty columns, ten types six times.</summary>
internal sealed record WideRow(
    int SalesUnits, string SalesName, double SalesRate, bool SalesIsOpen, long SalesSerial,
    string? SalesRemark, DateTime SalesChangedAt, int? SalesLimit, double? SalesShare, decimal SalesAmount,
    int StockUnits, string StockName, double StockRate, bool StockIsOpen, long StockSerial,
    string? StockRemark, DateTime StockChangedAt, int? StockLimit, double? StockShare, decimal StockAmount,
    int OrderUnits, string OrderName, double OrderRate, bool OrderIsOpen, long OrderSerial,
    string? OrderRemark, DateTime OrderChangedAt, int? OrderLimit, double? OrderShare, decimal OrderAmount,
    int SiteUnits, string SiteName, double SiteRate, bool SiteIsOpen, long SiteSerial,
    string? SiteRemark, DateTime SiteChangedAt, int? SiteLimit, double? SiteShare, decimal SiteAmount,
    int PlanUnits, string PlanName, double PlanRate, bool PlanIsOpen, long PlanSerial,
    string? PlanRemark, DateTime PlanChangedAt, int? PlanLimit, double? PlanShare, decimal PlanAmount,
    int LineUnits, string LineName, double LineRate, bool LineIsOpen, long LineSerial,
    string? LineRemark, DateTime LineChangedAt, int? LineLimit, double? LineShare, decimal LineAmount);
