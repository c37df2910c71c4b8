using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace RowJson.Tests;

public class RawJsonTests
{
    private const string Text = """ { "a" : [ 1.50 , "\u00e9<\/é\n" , { } , null ] , "b" : true } """;

    public static TheoryData<string> OptionNames => Materialised.OptionNames;

    public static TheoryData<string> Malformed => ["", " ", "{", "[1,]", "01", "1 2", "nul", "\"a", "{a:1}", "/**/1", "'a'", "NaN"];

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_cell_equalsElement(string optionName)
    {
        var options = new JsonRowOptions { SerializerOptions = Materialised.Options[optionName] };
        JsonElement element = JsonSerializer.Deserialize<JsonElement>(Text);

        string Write(object? value) => JsonRows.From(
            [new Dictionary<string, object?> { ["v"] = value, ["nested"] = new List<object?> { value, new Dictionary<string, object?> { ["w"] = value } } }])
            .ToJsonString(options);

        string expected = Write(element);
        Write(new RawJson(Text)).Should().Be(expected);
        Write(new RawJson(Encoding.UTF8.GetBytes(Text))).Should().Be(expected);
        Write(RawJson.FromUnvalidatedUtf8(Encoding.UTF8.GetBytes(Text))).Should().Be(expected);
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void WriteTo_readerShapeAndTypedDictionary_equalsElement(string optionName)
    {
        var options = new JsonRowOptions { SerializerOptions = Materialised.Options[optionName] };
        var raw = new RawJson(Text);
        string expected = JsonSerializer.Serialize(
            new[] { new Dictionary<string, JsonElement> { ["v"] = JsonSerializer.Deserialize<JsonElement>(Text) } }, options.SerializerOptions);

        JsonRows.From(new ColumnarReader(Column.Of("v", raw))).ToJsonString(options).Should().Be(expected);
        JsonRows.From([raw], new JsonRowShape<RawJson>().Column("v", v => v)).ToJsonString(options).Should().Be(expected);
        JsonRows.From([raw], new JsonRowShape<RawJson>().Column("v", v => (RawJson?)v)).ToJsonString(options).Should().Be(expected);
        JsonRows.From([new Dictionary<string, RawJson> { ["v"] = raw }]).ToJsonString(options).Should().Be(expected);
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public void Serialize_member_equalsElement(string optionName)
    {
        JsonSerializerOptions options = Materialised.Options[optionName];

        JsonSerializer.Serialize(new { v = new RawJson(Text) }, options)
            .Should().Be(JsonSerializer.Serialize(new { v = JsonSerializer.Deserialize<JsonElement>(Text) }, options));
    }

    [Fact]
    public void Equals_anyObject_isThatOfTheText()
    {
        object one = new RawJson("[1]");

        one.Equals(RawJson.FromUnvalidatedUtf8("[1]"u8.ToArray())).Should().BeTrue();
        one.Equals(new RawJson("[ 1]")).Should().BeFalse();
        one.Equals("[1]").Should().BeFalse();
        one.Equals(null).Should().BeFalse();
    }

    [Fact]
    public void Deserialize_member_keepsTheText() =>
        JsonSerializer.Deserialize<Dictionary<string, RawJson>>("""{"a": [ 1.50 ],"b":null}""")
            .Should().Equal(new Dictionary<string, RawJson> { ["a"] = new("[ 1.50 ]"), ["b"] = default });

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Constructor_malformedText_throws(string text)
    {
        FluentActions.Invoking(() => new RawJson(text)).Should().Throw<JsonException>();
        FluentActions.Invoking(() => new RawJson(Encoding.UTF8.GetBytes(text))).Should().Throw<JsonException>();
    }

    [Fact]
    public void Constructor_loneSurrogate_throws() =>
        FluentActions.Invoking(() => new RawJson("\"\ud800\"")).Should().Throw<ArgumentException>();

    [Fact]
    public void ToString_defaultInstance_isNull()
    {
        default(RawJson).ToString().Should().Be("null");
        default(RawJson).Should().Be(new RawJson("null"));
        JsonRows.From([new Dictionary<string, object?> { ["v"] = default(RawJson) }]).ToJsonString().Should().Be("""[{"v":null}]""");
    }

    [Fact]
    public void Equals_sameText_isTrue()
    {
        var one = new RawJson("[1]");
        var same = new RawJson("[1]"u8.ToArray());
        var other = new RawJson("[1 ]");

        (one == same).Should().BeTrue();
        (one != other).Should().BeTrue();
        one.Equals((object)same).Should().BeTrue();
        one.GetHashCode().Should().Be(same.GetHashCode());
    }

    [Fact]
    public void WriteTo_textLongerThanABatch_copiesItWhole()
    {
        string json = JsonSerializer.Serialize(Enumerable.Range(0, 100_000).Select(i => "é" + i));
        var options = new JsonRowOptions { FlushThreshold = 64, SerializerOptions = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping } };

        JsonRows.From([new Dictionary<string, object?> { ["v"] = new RawJson(json) }]).ToJsonString(options)
            .Should().Be($$"""[{"v":{{json.Replace("\\u00E9", "é", StringComparison.Ordinal)}}}]""");
    }

    [Fact]
    public void WriteTo_unvalidatedTextThatIsNoJson_failsAtItsColumnOrCopiesIt()
    {
        JsonRows rows = JsonRows.From([new Dictionary<string, object?> { ["v"] = RawJson.FromUnvalidatedUtf8("[1"u8.ToArray()) }]);

        rows.Invoking(r => r.ToJsonString(new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { WriteIndented = true } }))
            .Should().Throw<JsonRowException>();
    }

    [Fact]
    public void Constructor_thousandLevels_isTheDeepest()
    {
        var serializer = new JsonSerializerOptions { MaxDepth = 2000 };
        JsonRows.From([new Dictionary<string, object?> { ["v"] = new RawJson(Nested(1000)) }])
            .ToJsonString(new JsonRowOptions(serializer)).Should().Be($$"""[{"v":{{Nested(1000)}}}]""");
        FluentActions.Invoking(() => new RawJson(Nested(1001))).Should().Throw<JsonException>();

        static string Nested(int levels) => new string('[', levels) + new string(']', levels);
    }

    [Fact]
    public void WriteTo_tooDeep_throws() =>
        JsonRows.From([new Dictionary<string, object?> { ["v"] = new RawJson(new string('[', 500) + new string(']', 500)) }])
            .Invoking(rows => rows.ToJsonString()).Should().Throw<JsonRowException>();
}
