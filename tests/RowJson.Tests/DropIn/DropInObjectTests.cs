using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Objects that the drop-in writes as one row: the bytes and the exceptions of <see cref="JsonSerializer"/>, and which they are.</summary>
public class DropInObjectTests
{
    private static readonly JsonSerializerOptions Plain = new(JsonSerializerDefaults.Web);

    /// <summary>Contexts, which do not know these types, are another test's.</summary>
    public static TheoryData<string> OptionNames =>
        [.. ContractOptions.All.Where(pair => pair.Value.TypeInfoResolver is not JsonSerializerContext).Select(pair => pair.Key)];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_object_equalsSerializer(string name)
    {
        JsonSerializerOptions options = ContractOptions.All.Single(pair => pair.Key == name).Value;
        options.MakeReadOnly(populateMissingResolver: true);
        foreach (ObjectAccess access in new[] { ObjectAccess.Automatic, ObjectAccess.Compiled })
        {
            var places = new ValuePlaces(options, $"{name}, {access}", access);
            places.Check(Invoice.Make(3), "an object");
            places.Check(new Invoice(), "an object whose properties are null");
            places.Check(Deep.Make(8), "an object that holds its own kind");
            places.Check(new Derived { Id = 1, More = "x" }, "a derived object");
            places.Check<Invoice>(new DerivedInvoice { Id = 1, Added = 2 }, "an object of a derived type");
            places.Check(new Failing { A = 1, Fails = true }, "an object whose property fails");
            places.Check(new Failing { A = 1, Number = double.NaN }, "an object with a number that JSON has not");
            places.Check(new Outer { Invoice = Invoice.Make(2), Any = Invoice.Make(1) }, "an object in another");
            places.Written.Should().BePositive();
        }
    }

    [Fact]
    public void WithRowJson_indented_isForWritingOnly()
    {
        var indented = new JsonSerializerOptions(Plain) { WriteIndented = true };

        indented.WithRowJson(writeOnly: true).Should().NotBeSameAs(indented);
        indented.WithRowJson().Should().BeSameAs(indented);
    }

    [Fact]
    public void Serialize_longObject_isWrittenWithItsListsByBatches_andLaterShortOnesAlike()
    {
        JsonSerializerOptions fast = Compiled(Plain);
        Invoice[] values = [Invoice.Make(3), Invoice.Make(5_000), Invoice.Make(3), Invoice.Make(5_000)];

        foreach (Invoice value in values)
            JsonSerializer.Serialize(value, fast).Should().Be(JsonSerializer.Serialize(value, Plain));
    }

    [Fact]
    public void Serialize_objectUntilColumnsAreReady_equalsSerializer()
    {
        JsonSerializerOptions fast = Plain.WithRowJson(writeOnly: true);
        Invoice value = Invoice.Make(300);
        string expected = JsonSerializer.Serialize(value, Plain);

        // Columns come after 3 MB.
        for (int i = 0; i < 400; i++) JsonSerializer.Serialize(value, fast).Should().Be(expected);
    }

    [Theory]
    [InlineData(typeof(Invoice), true)]
    [InlineData(typeof(Derived), true)]
    [InlineData(typeof(Deep), true)]
    [InlineData(typeof(Small), false)]
    [InlineData(typeof(Texts), false)]
    [InlineData(typeof(MaybeNumbers), false)]
    [InlineData(typeof(Numbers), true)]
    [InlineData(typeof(Amounts), true)]
    [InlineData(typeof(Outer), true)]
    [InlineData(typeof(WithTable), false)]
    [InlineData(typeof(WithEntries), true)]
    [InlineData(typeof(WithConverter), true)]
    [InlineData(typeof(WithAsync), false)]
    [InlineData(typeof(WithVehicle), true)]
    [InlineData(typeof(Vehicle), true)]
    [InlineData(typeof(Truck), true)]
    [InlineData(typeof(IHasMany), true)]
    [InlineData(typeof(Structure), true)]
    [InlineData(typeof(OftenLeftOut), false)]
    public void Explain_object_isARowIfAllOfItIsDirectAndThereIsEnough(Type type, bool isRow)
    {
        string text = JsonRowSerializer.Explain(type, Plain);

        if (isRow) text.Should().Contain($"value: {type.Name}, RowJson, by columns");
        else text.Should().Contain($"value: {type.Name}, JsonSerializer");
    }

    /// <summary>Options that leave out nulls leave out nothing of values that are never null.</summary>
    [Theory]
    [InlineData(typeof(Numbers), true)]
    [InlineData(typeof(Amounts), true)]
    [InlineData(typeof(MaybeNumbers), false)]
    [InlineData(typeof(Texts), false)]
    public void Explain_objectWithoutNulls_isARowIfEnoughIsNeverNull(Type type, bool isRow)
    {
        var options = new JsonSerializerOptions(Plain) { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

        JsonRowSerializer.Explain(type, options).Should().Contain($"value: {type.Name}, {(isRow ? "RowJson, by columns" : "JsonSerializer")}");
    }

    [Fact]
    public void WithRowJson_objectOfAContext_equalsSerializer()
    {
        var options = new JsonSerializerOptions { TypeInfoResolver = DropInContext.Default };

        var page = new DropInPage(1, [.. DropInRow.Make(3)], null);
        JsonSerializer.Serialize(page, options.WithRowJson(writeOnly: true)).Should().Be(JsonSerializer.Serialize(page, options));
    }

    private static JsonSerializerOptions Compiled(JsonSerializerOptions options) =>
        DropInOptions.Create(options, new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).WriteOnly;

    internal class Invoice
    {
        public int Id { get; set; }

        public DateTime At { get; set; }

        public decimal Total { get; set; }

        public string? Note { get; set; }

        public Buyer? Buyer { get; set; }

        public List<Line>? Lines { get; set; }

        public Dictionary<string, int>? Counts { get; set; }

        public static Invoice Make(int lines) => new()
        {
            Id = lines,
            At = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            Total = 12.50m,
            Note = "<é>",
            Buyer = new Buyer(1, "Ada"),
            Lines = [.. Enumerable.Range(0, lines).Select(i => new Line(i, $"article {i}", i / 4m))],
            Counts = new() { ["A b"] = 1 },
        };
    }

    internal sealed class DerivedInvoice : Invoice
    {
        public int Added { get; set; }
    }

    internal sealed record Buyer(int Id, string Name);

    internal sealed record Line(int Id, string Article, decimal Price);

    internal sealed class Deep
    {
        public int A { get; set; }

        public bool B { get; set; }

        public long C { get; set; }

        public DayOfWeek D { get; set; }

        public DateTime E { get; set; }

        public Deep? Next { get; set; }

        public static Deep Make(int depth) => new() { A = depth, Next = depth == 0 ? null : Make(depth - 1) };
    }

    internal class Ancestor
    {
        public int Id { get; set; }

        public Guid A { get; set; }

        public string? B { get; set; }

        public string? C { get; set; }
    }

    internal sealed class Derived : Ancestor
    {
        public string? More { get; set; }

        public double Last { get; set; }
    }

    internal sealed class Failing
    {
        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public double Number { get; set; }

        [JsonIgnore]
        public bool Fails { get; set; }

        public List<Small> Items => Fails ? throw new InvalidOperationException("Not now.") : [];
    }

    /// <summary>Too few properties.</summary>
    internal sealed record Small(int A, int B, int C);

    /// <summary>Where all are null, the serializer takes less than a call of ours.</summary>
    internal sealed record Texts(string? A, string? B, string? C, string? D, string? E, string? F);

    internal sealed record MaybeNumbers(int? A, double? B, decimal? C, DateTime? D, int? E, int F);

    internal sealed record Numbers(int A, long B, short C, bool D, byte E, DayOfWeek F);

    internal sealed record Amounts(decimal A, double B);

    /// <summary>What is declared as an object may be anything.</summary>
    internal sealed class Outer
    {
        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public Invoice? Invoice { get; set; }

        public object? Any { get; set; }
    }

    internal sealed record WithTable(int A, int B, int C, int D, int E, int F, System.Data.DataTable? Table);

    internal sealed record WithEntries(int A, int B, int C, int D, int E, int F, Dictionary<string, object?> Entries);

    internal sealed record WithConverter(int A, int B, int C, int D, int E, int F, [property: JsonConverter(typeof(JsonStringEnumConverter))] DayOfWeek Day, Money Money);

    internal sealed record WithAsync(int A, int B, int C, int D, int E, int F, IAsyncEnumerable<int>? Numbers);

    internal sealed record WithVehicle(int A, int B, int C, int D, int E, int F, Vehicle? Vehicle);

    [JsonDerivedType(typeof(Truck), "truck")]
    internal class Vehicle
    {
        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }
    }

    internal sealed class Truck : Vehicle;

    internal interface IHasMany
    {
        int A { get; }

        int B { get; }

        int C { get; }

        int D { get; }

        int E { get; }

        int F { get; }
    }

    internal readonly record struct Structure(int A, int B, int C, int D, int E, int F, int G);

    /// <summary>Where all are null, the serializer writes two braces.</summary>
    internal sealed class OftenLeftOut
    {
        public int A { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? B { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? C { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }
    }

    [JsonConverter(typeof(Converter))]
    internal readonly record struct Money(decimal Amount)
    {
        private sealed class Converter : JsonConverter<Money>
        {
            public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDecimal());

            public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Amount);
        }
    }
}
