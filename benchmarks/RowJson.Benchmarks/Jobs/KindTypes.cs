using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;

namespace RowJson.Benchmarks;

/// <summary>Six properties of common types.</summary>
internal sealed record Product(int Id, string? Name, decimal Price, DateTime Since, double Weight, bool IsSold)
{
    public static Product Create(int i) =>
        new(i, $"Product {i}", i * 1.25m, new DateTime(2024, 5, 1).AddMinutes(i), i / 7.0, i % 2 == 0);
}

internal sealed record Position(int Id, string Article, decimal Price);

/// <summary>An order whose positions are declared as an interface, with an enumeration.</summary>
internal sealed record ReadOnlyOrder(int Id, IReadOnlyCollection<Position> Positions, DayOfWeek Day);

/// <summary>An order as an interface between services has it.</summary>
internal sealed record CustomerOrder(int Id, DateTime At, decimal Total, string? Note, Customer Customer, List<Position> Positions)
{
    public static CustomerOrder Create(int i) => new(
        i, new DateTime(2024, 5, 1).AddMinutes(i), i * 1.25m, i % 3 == 0 ? null : $"Note {i}", new Customer(i, $"Customer {i}", "London"),
        [new(i, "a", 1.5m), new(i, "b", 2), new(i, "c", 0.75m)]);
}

internal sealed record Customer(int Id, string Name, string City);

/// <summary>A list of its own class.</summary>
internal sealed class ProductList : List<Product>;

/// <summary>A record as F# declares it: what may be missing is an option.</summary>
internal sealed record WithOptions(
    int Id, string Name, FSharpOption<string>? Note, FSharpValueOption<double> Weight, FSharpList<int> Numbers)
{
    public static WithOptions Create(int i) => new(
        i, $"Name {i}",
        i % 2 == 0 ? FSharpOption<string>.Some($"Note {i}") : FSharpOption<string>.None,
        i % 3 == 0 ? FSharpValueOption<double>.ValueNone : FSharpValueOption<double>.NewValueSome(i / 7.0),
        ListModule.OfSeq([i, i + 1, i + 2]));
}

/// <summary>A row with one member of a kind.</summary>
internal sealed record With<T>(int Id, string Name, T Value);
internal sealed record WithTwo(int Id, string Name, object First, object Second);
internal sealed record WithIds(ProductId Id, ProductId Parent, string Name, int Count, double Weight, bool IsSold);

internal readonly record struct Reading(int Id, double Value);

/// <summary>A class of which rows may be, or of a class derived from it.</summary>
[JsonDerivedType(typeof(Titled), "titled")]
internal class Named
{
    public int Id { get; init; }

    public string Name { get; init; } = "Name";
}

internal sealed class Titled : Named
{
    public string? Title { get; init; }
}

/// <summary>A strongly typed identifier.</summary>
[JsonConverter(typeof(Converter))]
internal readonly record struct ProductId(int Value)
{
    private sealed class Converter : JsonConverter<ProductId>
    {
        public override ProductId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

        public override void Write(Utf8JsonWriter writer, ProductId value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(value.Value);
    }
}

/// <summary>Times as numbers.</summary>
internal sealed class TicksConverter : JsonConverter<DateTime>
{
    public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt64());
    public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Ticks);
}

[JsonDerivedType(typeof(Truck), "truck")]
[JsonDerivedType(typeof(Bus), "bus")]
internal abstract record Vehicle(string? Name, int Wheels, double Weight)
{
    public static Vehicle Create(int i) => i % 2 == 0 ? new Truck($"Truck {i}", 6, 7.5, i) : new Bus($"Bus {i}", 4, 12.5, i % 3 == 0);
}

internal sealed record Truck(string? Name, int Wheels, double Weight, int Load) : Vehicle(Name, Wheels, Weight);
internal sealed record Bus(string? Name, int Wheels, double Weight, bool HasDoubleDeck) : Vehicle(Name, Wheels, Weight);

internal sealed class WithExtensionData
{
    public int Id { get; init; }
    public string? Name { get; init; }
    [JsonExtensionData] public Dictionary<string, JsonElement>? More { get; init; }
}

internal sealed class WithCallback : IJsonOnSerializing
{
    public int Id { get; init; }
    public string? Name { get; init; }
    public int Count { get; init; }

    public void OnSerializing()
    {
    }
}

internal sealed record TreeNode(int Id, string? Name, List<TreeNode> Children)
{
    public static List<TreeNode> Create(int depth) =>
        depth == 0 ? [] : [.. Enumerable.Range(0, 4).Select(i => new TreeNode(i, $"Node {i}", Create(depth - 1)))];
}

/// <summary>An entity as Entity Framework Core loads it: its lines and its buyer refer back to it.</summary>
internal sealed record Purchase(int Id, DateTime At, decimal Total, string? Note, Buyer? Buyer)
{
    public ICollection<PurchaseLine> Lines { get; } = new List<PurchaseLine>();

    public static Purchase Create(int i)
    {
        var buyer = new Buyer(i, $"Buyer {i}", $"buyer{i}@example.com");
        var purchase = new Purchase(i, new DateTime(2026, 1, 1).AddMinutes(i), i * 1.25m, null, buyer);
        buyer.Purchases.Add(purchase);
        for (int k = 0; k < 5; k++) purchase.Lines.Add(new PurchaseLine(k, $"Product {k}", k, k * 0.99m, purchase));
        return purchase;
    }
}

/// <summary>One line of a purchase.</summary>
internal sealed record PurchaseLine(int Id, string? Product, int Quantity, decimal Price, Purchase? Purchase);

/// <summary>Who has purchased.</summary>
internal sealed record Buyer(int Id, string? Name, string? Mail)
{
    public ICollection<Purchase> Purchases { get; } = new List<Purchase>();
}
