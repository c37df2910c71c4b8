using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Failures of values that have a way of their own: discriminators, users' converters, callbacks.</summary>
public class ValueKindTests
{
    // By compiled code from the first row on.
    private static readonly JsonRowOptions Options = new(new JsonSerializerOptions()) { ObjectAccess = ObjectAccess.Compiled };

    [Fact]
    public void WriteTo_memberOfAPolymorphicRowFails_isTheFailedColumn()
    {
        Shape[] rows = [.. Enumerable.Range(0, 1000).Select(_ => new Square())];
        rows[^1] = new Square { Fails = true };

        JsonRowException exception = FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(Options)).Should().Throw<JsonRowException>().Which;

        exception.RowIndex.Should().Be(999);
        exception.ColumnName.Should().Be(nameof(Square.Side));
    }

    [Fact]
    public void WriteTo_memberOfAPolymorphicCellFails_isTheFailureOfTheCell()
    {
        Holder[] rows = [.. Enumerable.Range(0, 1000).Select(i => new Holder(i, "a", 1.5, new Square()))];
        rows[^1] = new Holder(1, "a", 1.5, new Square { Fails = true });

        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(Options)).Should().Throw<JsonRowException>()
            .Which.ColumnName.Should().Be(nameof(Holder.Shape));
    }

    [Fact]
    public void WriteTo_memoryOfStructures_isAColumnAmongOthers()
    {
        Blocks[] rows = [new(1, "a", 1.5, new Block[] { new(1, 2) }), new(2, "b", double.NaN, default)];
        string text = JsonRows.From(rows).ToJsonString(new JsonRowOptions { NonFiniteHandling = JsonNonFiniteHandling.Null });
        text.Should().Be("""[{"Id":1,"Name":"a","Real":1.5,"Places":[{"X":1,"Y":2}]},{"Id":2,"Name":"b","Real":null,"Places":[]}]""");
    }

    [Fact]
    public void WriteTo_callbackFails_namesNoColumn()
    {
        CalledBack[] rows = [.. Enumerable.Range(0, 1000).Select(i => new CalledBack { Id = i })];
        rows[^1].Fails = true;

        JsonRowException exception = FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(Options)).Should().Throw<JsonRowException>().Which;

        exception.RowIndex.Should().Be(999);
        exception.ColumnName.Should().BeNull();
        exception.InnerException.Should().BeOfType<InvalidOperationException>().Which.Message.Should().Be("Not now.");
    }

    [Fact]
    public void WriteTo_callbacks_areCalledOnceAroundTheColumns()
    {
        CalledBack[] rows = [.. Enumerable.Range(0, 1000).Select(i => new CalledBack { Id = i })];

        string text = JsonRows.From(rows).ToJsonString(Options);

        // The first callback has counted when the member is read, the second one has not.
        text.Should().StartWith("""[{"Id":0,"Calls":1},{"Id":1,"Calls":1}""");
        rows.Should().OnlyContain(row => row.Calls == 2);
    }

    [Fact]
    public void WriteTo_converterFailsOnce_keepsItsException()
    {
        var converter = new FailingConverter();
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { converter } }) { ObjectAccess = ObjectAccess.Compiled };
        WithMoney[] rows = [.. Enumerable.Range(0, 1000).Select(i => new WithMoney(i, "a", new Amount(i)))];
        converter.FailsAt = 999;

        JsonRowException exception = FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(options)).Should().Throw<JsonRowException>().Which;

        exception.ColumnName.Should().Be(nameof(WithMoney.Amount));
        exception.InnerException.Should().BeOfType<JsonException>().Which.Message.Should().Contain("Only this time.");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteTo_converterLeavesABracketOpen_fails(bool isDropIn)
    {
        var serializer = new JsonSerializerOptions { Converters = { new OpenConverter() } };
        var options = new JsonRowOptions(serializer) { ObjectAccess = ObjectAccess.Compiled };
        WithMoney[] rows = [new WithMoney(1, "a", new Amount(1))];

        FluentActions.Invoking(() => isDropIn
                ? JsonSerializer.Serialize(rows, DropInOptions.Create(serializer, options).WriteOnly)
                : JsonRows.From(rows).ToJsonString(options))
            .Should().Throw<Exception>().Which.GetBaseException().Should().BeOfType<JsonException>();
    }

    [Fact]
    public void Serialize_dictionaryDeclaredAsInterface_equalsSerializer()
    {
        WithMap[] rows = [.. Enumerable.Range(0, 1000).Select(i => new WithMap(i, "a", new Dictionary<string, int> { ["first key"] = i }))];

        JsonRows.From(rows).ToJsonString(Options).Should().Be(JsonSerializer.Serialize(rows));
    }

    [Fact]
    public void Serialize_collectionsOfTheirOwnKind_equalsSerializer()
    {
        var nodes = new Nodes { new Nodes(), new Nodes { new Nodes() } };
        var map = new Maps { ["a"] = new Maps { ["b"] = [] } };
        var row = new WithOwnKinds(1, "a", 1.5, nodes, map, [[[]]], new Page { Pages = [new Page()], ById = new() { ["x"] = [new Page()] } });
        JsonSerializerOptions fast = DropInOptions.Create(new JsonSerializerOptions(), Options).WriteOnly;

        JsonRows.From([row]).ToJsonString(Options).Should().Be(JsonSerializer.Serialize(new[] { row }));
        JsonSerializer.Serialize(new[] { row }, fast).Should().Be(JsonSerializer.Serialize(new[] { row }));
        JsonSerializer.Serialize(nodes, fast).Should().Be("[[],[[]]]");
        JsonRows.From<Nodes>(nodes).ToJsonString(Options).Should().Be("[[],[[]]]");
        JsonRows.From([map]).ToJsonString(Options).Should().Be("""[{"a":{"b":{}}}]""");
    }

    [Fact]
    public void BuildRow_collectionThatLeadsBackToItsObject_isWrittenDirectly()
    {
        RowContext context = Options.Context;
        var choices = new ValueChoices(context, context.Traits, compiles: true, isForced: false);

        choices.Of(typeof(List<Page>)).GainsAsRow.Should().BeTrue();
        choices.OfObject(context.Traits.Options.GetTypeInfo(typeof(Page)))!.Properties.Should().OnlyContain(it => it.Member != null);
    }

    [Fact]
    public void Deserialize_document_isReadByWriteOptions()
    {
        JsonSerializerOptions options = new JsonSerializerOptions().WithRowJson(writeOnly: true);

        using JsonDocument? document = JsonSerializer.Deserialize<JsonDocument>("""[ 1, "é" ]""", options);

        JsonSerializer.Serialize(new { Document = document }, options).Should().Be("""{"Document":[1,"\u00E9"]}""");
        using var writer = new Utf8JsonWriter(Stream.Null, new JsonWriterOptions { Indented = true });
        JsonSerializer.Serialize(writer, document, options);
        writer.BytesCommitted.Should().Be("""
            [
              1,
              "\u00E9"
            ]
            """.ReplaceLineEndings().Length);
    }

    [JsonDerivedType(typeof(Square), "square")]
    private abstract class Shape
    {
        public int Id { get; set; }
    }

    private sealed class Square : Shape
    {
        [JsonIgnore]
        public bool Fails { get; init; }

        public double Side => Fails ? throw new InvalidOperationException("No side.") : 1.5;
    }

    private sealed record Holder(int Id, string Name, double Size, Shape Shape);

    private sealed class CalledBack : IJsonOnSerializing, IJsonOnSerialized
    {
        public int Id { get; set; }

        public int Calls { get; set; }

        [JsonIgnore]
        public bool Fails { get; set; }

        public void OnSerializing()
        {
            if (Fails) throw new InvalidOperationException("Not now.");
            Calls++;
        }

        public void OnSerialized() => Calls++;
    }

    private sealed class Nodes : List<Nodes>;

    private sealed class Maps : Dictionary<string, Maps>;

    private sealed class Others : List<MoreOthers>;

    private sealed class MoreOthers : List<Others>;

    private sealed class Page
    {
        public int Id { get; set; }

        public List<Page>? Pages { get; set; }

        public Dictionary<string, List<Page>>? ById { get; set; }
    }

    private sealed record WithOwnKinds(int Id, string Name, double Size, Nodes Nodes, Maps Maps, MoreOthers Others, Page Page);

    private sealed record WithMap(int Id, string Name, IReadOnlyDictionary<string, int> Map);

    private sealed record WithMoney(int Id, string Name, Amount Amount);

    private readonly record struct Amount(int Value);

    private sealed class FailingConverter : JsonConverter<Amount>
    {
        public int FailsAt { get; set; } = -1;

        public override Amount Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, Amount value, JsonSerializerOptions options)
        {
            if (value.Value == FailsAt)
            {
                FailsAt = -1;
                throw new JsonException("Only this time.");
            }
            writer.WriteNumberValue(value.Value);
        }
    }

    private sealed class OpenConverter : JsonConverter<Amount>
    {
        public override Amount Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, Amount value, JsonSerializerOptions options) => writer.WriteStartArray();
    }

    /// <summary>Only after it is written, and properties that a converter writes or could.</summary>
    [Fact]
    public void WriteTo_callbackAfterAndConvertersOfValues_matchTheSerializer()
    {
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            foreach (bool omitsNulls in (bool[])[false, true])
            {
                var options = new JsonRowOptions { ObjectAccess = access, OmitNulls = omitsNulls };
                var serializer = new JsonSerializerOptions
                {
                    DefaultIgnoreCondition = omitsNulls ? JsonIgnoreCondition.WhenWritingNull : JsonIgnoreCondition.Never,
                };
                AfterCalled[] called = [new(), new()], expected = [new(), new()];
                // What a converter writes for null is not null, where nulls are left out.
                Halved[] halved = [new() { First = 4, Maybe = 6, Text = "x" }, new() { Text = omitsNulls ? "y" : null }];
                JsonRows.From(called).ToJsonString(options).Should().Be(JsonSerializer.Serialize(expected, serializer), access.ToString());
                called.Select(row => row.Number).Should().Equal(expected.Select(row => row.Number));
                JsonRows.From(halved).ToJsonString(options).Should().Be(JsonSerializer.Serialize(halved, serializer), access.ToString());
            }
        }
    }

    private sealed class AfterCalled : IJsonOnSerialized
    {
        public int Number { get; set; }

        public int Other { get; set; }

        public void OnSerialized() => Number++;
    }

    private sealed class Halved
    {
        [JsonConverter(typeof(HalfConverter))]
        public int First { get; set; }

        [JsonConverter(typeof(HalfConverter))]
        public int? Maybe { get; set; }

        [JsonConverter(typeof(TextConverter))]
        public string? Text { get; set; }

        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }
    }

    private readonly record struct Block(int X, int Y);

    private sealed record Blocks(int Id, string Name, double Real, ReadOnlyMemory<Block> Places);

    private sealed class HalfConverter : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value / 2);
    }

    private sealed class TextConverter : JsonConverter<string>
    {
        public override bool HandleNull => true;

        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string? value, JsonSerializerOptions options) => writer.WriteStringValue(value ?? "nothing");
    }
}
