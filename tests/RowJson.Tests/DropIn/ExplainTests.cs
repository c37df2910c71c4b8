using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

public class ExplainTests
{
    [Fact]
    public void Explain_listInAPage_hasALineForEachPropertyAndElement() =>
        JsonRowSerializer.Explain(typeof(Page), JsonSerializerOptions.Web).Should().Be(
            """
            value: Page, JsonSerializer, which leaves the lists of rows in it to RowJson; RowJson where it is a row of a list or of JsonRows
              total: Int32, directly
              items: List<Order>, directly
                each: Order, by columns
                  id: Int32, directly
                  name: String, directly
                  price: Money, MoneyConverter, called directly
                  tags: Dictionary<String, Int32[]>, directly
                    each: Int32[], directly
                      each: Int32, directly
                  extra: Object, directly, by the type that each value has
                  parent: Order, by columns
              next: String, directly

            """);

    [Fact]
    public void Explain_list_isRows() => JsonRowSerializer.Explain(typeof(Order[])).Should().StartWith("value: Order[], RowJson, as rows\n  each: Order, by");

    [Fact]
    public void Explain_polymorphicRows_namesEachDiscriminator() =>
        JsonRowSerializer.Explain(typeof(List<Shape>)).Should().Contain("round: Round").And.Contain("radius: Double, directly");

    [Fact]
    public void Explain_typesOfTheSerializer_saysWhy() => JsonRowSerializer.Explain(typeof(List<Serialized>)).Should()
        .Contain("ByDate: Dictionary<DateOnly, Int32>").And.Contain("keys are DateOnly");

    /// <summary>The example of docs/not-faster.md.</summary>
    [Fact]
    public void Explain_example_isThatOfTheDocument()
    {
        string document = File.ReadAllText(Path.Combine(RepositoryFolder.Path, "docs", "not-faster.md"));
        string[] shown = [.. document.Split('\n').Where(line => line.StartsWith("// ", StringComparison.Ordinal)).Select(line => line[3..])];

        string text = JsonRowSerializer.Explain(typeof(List<Shown>), JsonSerializerOptions.Web).Replace(nameof(Shown), "Order", StringComparison.Ordinal);

        shown.Should().Equal(text.TrimEnd().Split('\n').Where(line => !line.Contains("other", StringComparison.Ordinal)));
    }

    public static TheoryData<Type, string> Reasons => new()
    {
        { typeof(Kept), "list: Uri, JsonSerializer: the type is not one that RowJson writes" },
        { typeof(Kept), "handled: Money, JsonSerializer: NullHandlingConverter is the framework's, is asked about null" },
        { typeof(List<Uri>), "value: List<Uri>, JsonSerializer: its elements: the type is not one that RowJson writes" },
        { typeof(int), "value: Int32, JsonSerializer: a value on its own gains nothing" },
        { typeof(List<Parts>), "shape: Odd, JsonSerializer: its derived types cannot all be written by columns" },
        { typeof(List<Parts>), "watched: Watched, JsonSerializer: it has callbacks" },
        { typeof(List<Parts>), "prices: Dictionary<String, Price>, JsonSerializer: its values: PriceConverter writes the type" },
    };

    [Theory]
    [MemberData(nameof(Reasons))]
    public void Explain_whatTheSerializerWrites_hasTheReason(Type type, string line) =>
        JsonRowSerializer.Explain(type, JsonSerializerOptions.Web).Should().Contain(line);

    [Fact]
    public void Explain_converterOfTheOptionsForValuesOfObject_saysSo() =>
        JsonRowSerializer.Explain(typeof(List<Order>), new JsonSerializerOptions { Converters = { new ObjectConverter() } })
            .Should().Contain("Extra: Object, JsonSerializer: ObjectConverter writes the type");

    [Fact]
    public void Explain_contextWithoutTheType_saysSo() =>
        JsonRowSerializer.Explain(typeof(Uri), new JsonSerializerOptions { TypeInfoResolver = new PointContext() })
            .Should().Be("value: Uri, JsonSerializer: the options have no contract for the type\n");

    [Fact]
    public void Explain_propertyOfAContextByHand_saysSo() =>
        JsonRowSerializer.Explain(typeof(List<Point>), new JsonSerializerOptions { TypeInfoResolver = new PointContext() })
            .Should().Contain("Left: Int32, JsonSerializer: it is not read from a property or a field");

    [Fact]
    public void Explain_contractThatIsChanged_saysSo()
    {
        var options = new JsonSerializerOptions
        {
            TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { info => info.Properties.FirstOrDefault()?.ShouldSerialize = null } },
        };

        JsonRowSerializer.Explain(typeof(List<Order>), options).Should().Contain("Id: Int32, JsonSerializer: somebody may have changed the contract");
    }

    [Theory]
    [InlineData("indented", "WriteIndented")]
    [InlineData("references", "ReferenceHandler")]
    public void Explain_optionsThatSwitchEverythingOff_isOneLine(string kind, string reason)
    {
        JsonSerializerOptions options = kind == "indented"
            ? new() { WriteIndented = true }
            : new() { ReferenceHandler = ReferenceHandler.Preserve };

        JsonRowSerializer.Explain(typeof(Page), options).Should().StartWith("value: Page, JsonSerializer: the options have").And.Contain(reason)
            .And.HaveLength(JsonRowSerializer.Explain(typeof(Page), options).IndexOf('\n', StringComparison.Ordinal) + 1);
        JsonRowSerializer.CreateWriteOptions(options).GetTypeInfo(typeof(List<Order>)).Converter.GetType().Assembly
            .Should().BeSameAs(typeof(JsonSerializer).Assembly);
    }

    /// <summary>What is said about lists is what the options do.</summary>
    [Theory]
    [InlineData(typeof(List<Order>))]
    [InlineData(typeof(Dictionary<string, object>[]))]
    [InlineData(typeof(List<int>))]
    [InlineData(typeof(Order))]
    [InlineData(typeof(DataTable))]
    [InlineData(typeof(List<Uri>))]
    public void Explain_value_agreesWithItsConverter(Type type)
    {
        bool isOurs = JsonRowSerializer.CreateWriteOptions(JsonSerializerOptions.Web).GetTypeInfo(type).Converter.GetType().Assembly
            == typeof(JsonRowSerializer).Assembly;

        JsonRowSerializer.Explain(type, JsonSerializerOptions.Web).Split('\n')[0].Contains(", RowJson", StringComparison.Ordinal)
            .Should().Be(isOurs, JsonRowSerializer.Explain(type, JsonSerializerOptions.Web));
    }

    private sealed record Page(int Total, List<Order> Items, string? Next);

    private sealed record Order(
        int Id, string Name, [property: JsonConverter(typeof(MoneyConverter))] Money Price, Dictionary<string, int[]> Tags, object? Extra, Order? Parent);

    private sealed record Shown(
        int Id, [property: JsonConverter(typeof(MoneyConverter))] Money Price, Uri Site, int Other1, int Other2, int Other3, int Other4);

    private sealed record Kept(
        int A, int B, int C, int D, int E, int F, [property: JsonConverter(typeof(NullHandlingConverter))] Money? Handled, Uri List);

    private sealed record Money(decimal Amount);

    private class MoneyConverter : JsonConverter<Money>
    {
        public override Money Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDecimal());

        public override void Write(Utf8JsonWriter writer, Money value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Amount);
    }

    private sealed class NullHandlingConverter : MoneyConverter
    {
        public override bool HandleNull => true;
    }

    [JsonDerivedType(typeof(Round), "round")]
    private class Shape
    {
        public int Id { get; set; }
    }

    private sealed class Round : Shape
    {
        [JsonPropertyName("radius")]
        public double Radius { get; set; }
    }

    private sealed record Parts(int A, int B, int C, int D, int E, Odd Shape, Watched Watched, Dictionary<string, Price> Prices);

    [JsonDerivedType(typeof(OddRound), "round")]
    private class Odd;

    [JsonConverter(typeof(OddRoundConverter))]
    private sealed class OddRound : Odd;

    private sealed class OddRoundConverter : JsonConverter<OddRound>
    {
        public override OddRound Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new();

        public override void Write(Utf8JsonWriter writer, OddRound value, JsonSerializerOptions options) => writer.WriteNullValue();
    }

    private struct Watched : IJsonOnSerializing
    {
        public int Id { get; set; }

        public readonly void OnSerializing()
        {
        }
    }

    [JsonConverter(typeof(PriceConverter))]
    private readonly record struct Price(decimal Amount);

    private sealed class PriceConverter : JsonConverter<Price>
    {
        public override Price Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDecimal());

        public override void Write(Utf8JsonWriter writer, Price value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Amount);
    }

    private sealed class ObjectConverter : JsonConverter<object>
    {
        public override object Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) => writer.WriteStringValue("object");
    }

    private sealed class Point
    {
        public int Left { get; set; }
    }

    /// <summary>A context written by hand, whose properties say nothing about members.</summary>
    private sealed class PointContext() : JsonSerializerContext(null), IJsonTypeInfoResolver
    {
        protected override JsonSerializerOptions? GeneratedSerializerOptions => null;

        public override JsonTypeInfo? GetTypeInfo(Type type) => Of(type, Options);

        JsonTypeInfo? IJsonTypeInfoResolver.GetTypeInfo(Type type, JsonSerializerOptions options) => Of(type, options);

        private static JsonTypeInfo? Of(Type type, JsonSerializerOptions options) =>
            type == typeof(int) ? JsonMetadataServices.CreateValueInfo<int>(options, JsonMetadataServices.Int32Converter)
            : type != typeof(Point) ? null
            : JsonMetadataServices.CreateObjectInfo(options, new JsonObjectInfoValues<Point>
            {
                ObjectCreator = () => new Point(),
                PropertyMetadataInitializer = _ =>
                [
                    JsonMetadataServices.CreatePropertyInfo(options, new JsonPropertyInfoValues<int>
                    {
                        IsProperty = true,
                        IsPublic = true,
                        DeclaringType = typeof(Point),
                        PropertyName = nameof(Point.Left),
                        Getter = point => ((Point)point).Left,
                    }),
                ],
            });
    }

    private sealed class Serialized
    {
        public int Id { get; set; }
        public int Number { get; set; }
        public string? Name { get; set; }
        public double Ratio { get; set; }
        public Dictionary<DateOnly, int>? ByDate { get; set; }
    }
}
