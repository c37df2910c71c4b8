using System.Data;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Newtonsoft.Json.Linq;

namespace RowJson.Tests;

public class ExplainTests
{
    [Fact]
    public void Explain_listInAPage_hasALineForEachPropertyAndElement() =>
        JsonRowSerializer.Explain(typeof(Page), JsonSerializerOptions.Web).Should().Be(
            """
            value: Page, RowJson, by columns
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
        .Contain("ByTime: Dictionary<TimeOnly, Int32>").And.Contain("keys are TimeOnly");

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
        { typeof(Kept), "list: Int128, JsonSerializer: the type is not one that RowJson writes" },
        { typeof(Kept), "handled: Money, JsonSerializer: NullHandlingConverter is the framework's, is asked about null" },
        { typeof(List<Int128>), "value: List<Int128>, JsonSerializer: its elements: the type is not one that RowJson writes" },
        { typeof(int), "value: Int32, JsonSerializer: a value on its own gains nothing" },
        { typeof(List<Parts>), "shape: Odd, JsonSerializer: its derived types cannot all be written by columns" },
        { typeof(List<Parts>), "watched: Watched, JsonSerializer: it has callbacks" },
        { typeof(List<Parts>), "few: Few, JsonSerializer: too few of its properties are written directly" },
        { typeof(Few), "value: Few, JsonSerializer, also where it is a row: too few of its properties are written directly" },
        { typeof(List<Blocks>), "each: Blocks, by columns" },
        { typeof(List<Blocks>), "sizes: Memory<Size>, JsonSerializer: " },
        { typeof(Money?[]), "value: Money[], RowJson, as rows\n  each: Money, by columns" },
        { typeof(List<Size?>), "each: Size?, directly\n    width: Int32, directly" },
        { typeof(List<Outer<int>.Inner>), "value: List<Inner>, RowJson, as rows\n  each: Inner, by columns\n    value: Int32, directly" },
        { typeof(List<Unnamed>), "UnnamedRound: UnnamedRound, by columns" },
        { typeof(Odd), "value: Odd, JsonSerializer: its derived types cannot all be written by columns" },
        { typeof(List<Parts>), "prices: Dictionary<String, Price>, JsonSerializer: its values: PriceConverter writes the type" },
    };

    [Theory]
    [MemberData(nameof(Reasons))]
    public void Explain_whatTheSerializerWrites_hasTheReason(Type type, string line) =>
        JsonRowSerializer.Explain(type, JsonSerializerOptions.Web).Should().Contain(line);

    /// <summary>What a team that comes from Newtonsoft.Json expects of them.</summary>
    public static TheoryData<Type, string> OfNewtonsoft => new()
    {
        { typeof(List<Moved>), "Password: String, directly; not seen: [JsonIgnore] of Newtonsoft.Json\n" },
        { typeof(List<Moved>), "Number: Int32, directly; not seen: [JsonProperty], [JsonRequired] of Newtonsoft.Json\n" },
        { typeof(List<Moved>), "each: Moved, by columns; not seen: [JsonObject] of Newtonsoft.Json\n" },
        { typeof(Moved), "value: Moved, RowJson, by columns; not seen: [JsonObject] of Newtonsoft.Json\n" },
        { typeof(List<Moved>), "Tags: JArray, JsonSerializer: tokens of Newtonsoft.Json are collections to it, and become empty arrays\n" },
        { typeof(List<JObject>), "value: List<JObject>, JsonSerializer: its elements: tokens of Newtonsoft.Json are collections to it" },
        { typeof(Dictionary<string, JToken>), "value: Dictionary<String, JToken>, JsonSerializer: its values: tokens of Newtonsoft.Json" },
        { typeof(List<JValue>), "value: List<JValue>, JsonSerializer: its elements: tokens of Newtonsoft.Json" },
    };

    [Theory]
    [MemberData(nameof(OfNewtonsoft))]
    public void Explain_typesOfNewtonsoft_namesWhatIsNotSeen(Type type, string line) => JsonRowSerializer.Explain(type).Should().Contain(line);

    /// <summary>What its attributes do not show: a line for each member, after the others.</summary>
    public static TheoryData<Type, string> SeenByNewtonsoft => new()
    {
        { typeof(Contract), "Contract.Number: only Newtonsoft.Json sees [DataMember]\n" },
        { typeof(List<Contract>), "Contract.Hidden: only Newtonsoft.Json sees no [DataMember]\n" },
        { typeof(Dictionary<Guid, Contract[]>), "Contract.Ignored: only Newtonsoft.Json sees [IgnoreDataMember]\n" },
        { typeof(List<Unseen>), "Unseen.Region: only Newtonsoft.Json sees [JsonProperty]\n" },
        { typeof(List<Unseen>), "Unseen.Password: only Newtonsoft.Json sees [JsonIgnore]\n" },
        { typeof(List<Unseen>), "Unseen.ShouldSerializeNote: only Newtonsoft.Json sees it\n" },
        { typeof(List<Unseen>), "Unseen.NoteSpecified: only Newtonsoft.Json sees it\n" },
        { typeof(List<Unseen>), "State.Sent: only Newtonsoft.Json sees [EnumMember]\n" },
    };

    [Theory]
    [MemberData(nameof(SeenByNewtonsoft))]
    public void Explain_whatOnlyNewtonsoftSees_isNamed(Type type, string line)
    {
        JsonRowSerializer.Explain(type, new JsonSerializerOptions { IncludeFields = true }).Should().Contain("\n" + line);
        JsonRowSerializer.Explain(type, new JsonSerializerOptions { IncludeFields = true, WriteIndented = true }).Should().Contain("\n" + line);
    }

    [Fact]
    public void Explain_whatHasACounterpart_isNotNamed() => JsonRowSerializer.Explain(typeof(Known)).Should().NotContain("Newtonsoft");

    [Fact]
    public void Explain_dataSet_saysThatItIsRefused() =>
        JsonRowSerializer.Explain(typeof(DataSet)).Should().Be("value: DataSet, refused: write its tables\n");

    [Fact]
    public void Explain_tableAfterTheOptionsWereUsed_isOneLine()
    {
        var options = new JsonSerializerOptions();
        _ = JsonSerializer.Serialize(1, options);
        JsonRowSerializer.Explain(typeof(DataTable), options).Should().StartWith("value: DataTable, ").And.HaveLength(
            JsonRowSerializer.Explain(typeof(DataTable), options).IndexOf('\n', StringComparison.Ordinal) + 1);
    }

    [Fact]
    public void Explain_tokensWithAConverter_namesTheConverter()
    {
        var options = new JsonSerializerOptions { Converters = { new TokenConverter() } };
        JsonRowSerializer.Explain(typeof(List<JObject>), options).Should().NotContain("empty arrays");
    }

    public static TheoryData<Type, string> Recursive => new()
    {
        { typeof(ListA), "value: ListA, JsonSerializer: its elements: its elements: such a collection may hold its own kind\n" },
        { typeof(ListB), "value: ListB, JsonSerializer: its elements: its elements: such a collection may hold its own kind\n" },
        { typeof(Self), "value: Self, JsonSerializer: its elements: such a collection may hold its own kind\n" },
        { typeof(Map), "value: Map, JsonSerializer: its values: its elements: such a collection may hold its own kind\n" },
        { typeof(TwiceNested), "value: TwiceNested, JsonSerializer: its elements: its elements: such a collection may hold its own kind\n" },
        { typeof(HoldsLists), "  A: ListA, JsonSerializer: its elements: its elements: such a collection may hold its own kind\n" },
        { typeof(List<HoldsLists>), "    Map: Map, JsonSerializer: its values: its elements: such a collection may hold its own kind\n" },
        { typeof(Dictionary<string, ListA>), "value: Dictionary<String, ListA>, JsonSerializer: its values: its elements: its elements: such" },
        { typeof(Node), "  Children: List<Node>, directly\n    each: Node, by columns\n" },
        { typeof(Named), "value: Named, " },
    };

    [Theory]
    [MemberData(nameof(Recursive))]
    public void Explain_typeThatHoldsItsOwnKind_ends(Type type, string line)
    {
        JsonRowSerializer.Explain(type).Should().Contain(line);
        foreach (ReferenceHandler handler in (ReferenceHandler[])[ReferenceHandler.IgnoreCycles, ReferenceHandler.Preserve])
            JsonRowSerializer.Explain(type, new JsonSerializerOptions { ReferenceHandler = handler }).Should().StartWith("value: ");
    }

    [Fact]
    public void Serialize_typesThatHoldTheirOwnKind_equalsSerializer()
    {
        Check<ListA>([[[], []]]);
        Check(new Self { new() });
        Check(new Map { ["a"] = [new()] });
        Check<TwiceNested>([[[]]]);
        Check(new HoldsLists { Id = 1, A = [[]], Map = [] });
        Check(new Node { Id = 1, Children = [new Node()] });
        Check(new Named { ["a"] = new() { Next = [] } });

        static void Check<T>(T value)
        {
            string expected = JsonSerializer.Serialize(value);
            JsonSerializer.Serialize(value, JsonSerializerOptions.Default.WithRowJson(writeOnly: true)).Should().Be(expected);
            JsonSerializer.Serialize(value, JsonSerializerOptions.Default.WithRowJson()).Should().Be(expected);
            JsonRows.From((T[])[value]).ToJsonString(new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }).Should().Be($"[{expected}]");
        }
    }

    private sealed class ListA : List<ListB>;

    private sealed class ListB : List<ListA>;

    private sealed class Self : List<Self>;

    private sealed class Map : Dictionary<string, Map[]>;

    private sealed class TwiceNested : List<List<TwiceNested>>;

    private sealed class HoldsLists
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public double C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }

        public ListA? A { get; set; }

        public Map? Map { get; set; }
    }

    private sealed class Node
    {
        public int Id { get; set; }

        public List<Node>? Children { get; set; }
    }

    private sealed class Named : Dictionary<string, NamedItem>;

    private sealed class NamedItem
    {
        public Named? Next { get; set; }
    }

    [Fact]
    public void Explain_converterOfTheOptionsForValuesOfObject_saysSo() =>
        JsonRowSerializer.Explain(typeof(List<Order>), new JsonSerializerOptions { Converters = { new ObjectConverter() } })
            .Should().Contain("Extra: Object, JsonSerializer: ObjectConverter writes the type");

    [Fact]
    public void Explain_contextWithoutTheType_saysSo() =>
        JsonRowSerializer.Explain(typeof(Int128), new JsonSerializerOptions { TypeInfoResolver = new PointContext() })
            .Should().Be("value: Int128, JsonSerializer: the options have no contract for the type\n");

    [Fact]
    public void Explain_propertyOfAContextByHand_saysSo() =>
        JsonRowSerializer.Explain(typeof(Point), new JsonSerializerOptions { TypeInfoResolver = new PointContext() })
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

    [Fact]
    public void Explain_numbersAsStrings_leaveValuesOfAnyTypeToTheSerializer() =>
        JsonRowSerializer.Explain(typeof(List<Order>), new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString })
            .Should().Contain("Extra: Object, JsonSerializer: the options say how values of certain types are written");

    [Fact]
    public void Explain_numberHandlingOfAType_leavesItToColumns()
    {
        JsonRowSerializer.Explain(typeof(List<NumbersAsTexts>), JsonSerializerOptions.Default).Should()
            .StartWith("value: List<NumbersAsTexts>, RowJson, as rows\n  each: NumbersAsTexts, by columns\n    Id: Int64, directly\n")
            .And.Contain("    Next: NumbersAsTexts, by columns");
    }

    [Fact]
    public void Explain_cyclesIgnored_takesValuesOverAsAWhole()
    {
        var options = new JsonSerializerOptions(JsonSerializerDefaults.Web) { ReferenceHandler = ReferenceHandler.IgnoreCycles };

        JsonRowSerializer.Explain(typeof(Kin), options).Should().StartWith("value: Kin, RowJson, by columns\n");
        JsonRowSerializer.Explain(typeof(List<Kin>), options).Should().StartWith("value: List<Kin>, RowJson, as rows\n");
        JsonRowSerializer.Explain(typeof(Int128), options).Should().Be("value: Int128, JsonSerializer: the type is not one that RowJson writes\n");
    }

    [Theory]
    [InlineData(typeof(Twice))]
    [InlineData(typeof(List<Twice>))]
    [InlineData(typeof(IAsyncEnumerable<Twice>))]
    public void Explain_typeThatTheSerializerRefuses_throwsItsException(Type type)
    {
        Exception expected = FluentActions.Invoking(() => JsonSerializerOptions.Web.GetTypeInfo(typeof(Twice)))
            .Should().Throw<InvalidOperationException>().Which;

        FluentActions.Invoking(() => JsonRowSerializer.Explain(type, JsonSerializerOptions.Web))
            .Should().Throw<InvalidOperationException>().WithMessage(expected.Message);
    }

    [Theory]
    [InlineData("read-only", "read-only members")]
    [InlineData("references", "ReferenceHandler")]
    public void Explain_optionsThatSwitchEverythingOff_isOneLine(string kind, string reason)
    {
        JsonSerializerOptions options = kind == "read-only"
            ? new() { IgnoreReadOnlyProperties = true }
            : new() { ReferenceHandler = ReferenceHandler.Preserve };

        JsonRowSerializer.Explain(typeof(Page), options).Should().StartWith("value: Page, JsonSerializer: the options ").And.Contain(reason)
            .And.HaveLength(JsonRowSerializer.Explain(typeof(Page), options).IndexOf('\n', StringComparison.Ordinal) + 1);
        options.WithRowJson(writeOnly: true).GetTypeInfo(typeof(List<Order>)).Converter.GetType().Assembly
            .Should().BeSameAs(typeof(JsonSerializer).Assembly);
    }

    /// <summary>What is said about lists is what the options do.</summary>
    [Theory]
    [InlineData(typeof(List<Order>))]
    [InlineData(typeof(Dictionary<string, object>[]))]
    [InlineData(typeof(List<int>))]
    [InlineData(typeof(Order))]
    [InlineData(typeof(DataTable))]
    [InlineData(typeof(List<Int128>))]
    public void Explain_value_agreesWithItsConverter(Type type)
    {
        bool isOurs = JsonSerializerOptions.Web.WithRowJson(writeOnly: true).GetTypeInfo(type).Converter.GetType().Assembly
            == typeof(JsonRowSerializer).Assembly;

        JsonRowSerializer.Explain(type, JsonSerializerOptions.Web).Split('\n')[0].Contains(", RowJson", StringComparison.Ordinal)
            .Should().Be(isOurs, JsonRowSerializer.Explain(type, JsonSerializerOptions.Web));
    }

    private sealed record Page(int Total, List<Order> Items, string? Next);

    private sealed record Order(
        int Id, string Name, [property: JsonConverter(typeof(MoneyConverter))] Money Price, Dictionary<string, int[]> Tags, object? Extra, Order? Parent);

    private sealed record Shown(
        int Id, [property: JsonConverter(typeof(MoneyConverter))] Money Price, Int128 Stock, int Other1, int Other2, int Other3, int Other4);

    private sealed record Kept(
        int A, int B, int C, int D, int E, int F, [property: JsonConverter(typeof(NullHandlingConverter))] Money? Handled, Int128 List);

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

    private sealed record Parts(
        int A, int B, int C, int D, int E, int F, int G, int H, Odd Shape, Watched Watched, Few Few, Dictionary<string, Price> Prices);

    private static class Outer<T>
    {
        public sealed record Inner(T Value, int Other);
    }

    /// <summary>Its derived type has no discriminator.</summary>
    [JsonDerivedType(typeof(UnnamedRound))]
    private class Unnamed
    {
        public int Id { get; set; }
    }

    private sealed class UnnamedRound : Unnamed
    {
        public double Radius { get; set; }
    }

    private sealed record Kin(int Id, string Name, Kin? Next, List<Kin> Others);

    private sealed record Few(Int128 One, Int128 Two);

    private readonly record struct Size(int Width, int Height);

    private sealed record Blocks(int Id, string Name, double Real, Memory<Size> Sizes);

    /// <summary>The serializer refuses two properties of one name.</summary>
    private sealed class Twice
    {
        public int Name { get; set; }

        [JsonPropertyName("name")]
        public int Other { get; set; }
    }

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
        public int A { get; set; }
        public int B { get; set; }
        public int C { get; set; }
        public int D { get; set; }
        public int E { get; set; }
        public int F { get; set; }
    }

    /// <summary>A context written by hand, one of whose properties does not say which member it is.</summary>
    private sealed class PointContext() : JsonSerializerContext(null), IJsonTypeInfoResolver
    {
        protected override JsonSerializerOptions? GeneratedSerializerOptions => null;

        public override JsonTypeInfo? GetTypeInfo(Type type) => Of(type, Options);

        JsonTypeInfo? IJsonTypeInfoResolver.GetTypeInfo(Type type, JsonSerializerOptions options) => Of(type, options);

        private JsonTypeInfo? Of(Type type, JsonSerializerOptions options)
        {
            if (type == typeof(int)) return JsonMetadataServices.CreateValueInfo<int>(options, JsonMetadataServices.Int32Converter);
            if (type != typeof(Point)) return null;
            JsonTypeInfo<Point> info = JsonMetadataServices.CreateObjectInfo(options, new JsonObjectInfoValues<Point>
            {
                ObjectCreator = () => new Point(),
                PropertyMetadataInitializer = _ =>
                    [.. typeof(Point).GetProperties().Select(member => Of(member, options, isKnown: member.Name != nameof(Point.Left)))],
            });
            // As generated code does: no attribute says how numbers are written.
            info.NumberHandling = null;
            info.OriginatingResolver = this;
            return info;
        }

        private static JsonPropertyInfo Of(PropertyInfo member, JsonSerializerOptions options, bool isKnown) =>
            JsonMetadataServices.CreatePropertyInfo(options, new JsonPropertyInfoValues<int>
            {
                IsProperty = true,
                IsPublic = true,
                DeclaringType = typeof(Point),
                PropertyName = member.Name,
                Getter = point => (int)member.GetValue(point)!,
                AttributeProviderFactory = isKnown ? () => member : null,
            });
    }

    private sealed class Serialized
    {
        public int Id { get; set; }
        public int Number { get; set; }
        public string? Name { get; set; }
        public double Ratio { get; set; }
        public Dictionary<TimeOnly, int>? ByTime { get; set; }
    }

    [DataContract]
    private sealed class Contract
    {
        [DataMember(Name = "no")]
        public int Number { get; set; }

        public string Hidden { get; set; } = "";

        [IgnoreDataMember]
        public string Ignored { get; set; } = "";
    }

    private enum State
    {
        [EnumMember(Value = "sent-out")]
        Sent,
    }

    private sealed class Unseen
    {
        [Newtonsoft.Json.JsonIgnore]
        public string Password = "";

        [Newtonsoft.Json.JsonProperty]
        internal string Region { get; set; } = "";

        public string Note { get; set; } = "";

        public bool NoteSpecified { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter))]
        public State State { get; set; }

        public bool ShouldSerializeNote() => Note.Length > 0;
    }

    private enum KnownState
    {
        [EnumMember(Value = "sent-out")]
        [JsonStringEnumMemberName("sent-out")]
        Sent,

        [EnumMember]
        New,
    }

    [DataContract]
    private sealed class Known
    {
        [DataMember(Name = "no")]
        [JsonPropertyName("no")]
        public int Number { get; set; }

        [DataMember]
        public KnownState State { get; set; }

        [JsonIgnore]
        [Newtonsoft.Json.JsonIgnore]
        public string Hidden { get; set; } = "";

        [JsonInclude]
        [DataMember]
        internal string Region { get; set; } = "";
    }

    [Newtonsoft.Json.JsonObject]
    private sealed class Moved
    {
        [Newtonsoft.Json.JsonRequired]
        [Newtonsoft.Json.JsonProperty("id")]
        public int Number { get; set; }

        [Newtonsoft.Json.JsonIgnore]
        public string Password { get; set; } = "";

        public decimal Price { get; set; }

        public DateTime Time { get; set; }

        public double Weight { get; set; }

        public JArray Tags { get; set; } = [];
    }

    private sealed class TokenConverter : JsonConverter<JToken>
    {
        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsAssignableTo(typeof(JToken));

        public override JToken Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, JToken value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString(Newtonsoft.Json.Formatting.None));
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class NumbersAsTexts
    {
        public long Id { get; set; }

        public string? Name { get; set; }

        public NumbersAsTexts? Next { get; set; }
    }
}
