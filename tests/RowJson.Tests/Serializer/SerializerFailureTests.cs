using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>A row that the serializer writes and that fails: its column is that of the serializer's path.</summary>
public class SerializerFailureTests
{
    public static TheoryData<string> Ways => [.. Enum.GetNames<ObjectAccess>()];

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_unsupportedType_namesTheColumnByTheContract(string access)
    {
        ColumnOf([new Row(), new Row { Type = typeof(int) }], new(), access).Should().Be("of type");
        ColumnOf([new Row { Type = typeof(int) }], new() { WriteIndented = true }, access).Should().Be("of type");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_converterThatFails_namesTheColumnByTheContract(string access)
    {
        ColumnOf([new Row { Money = 1 }], new(), access).Should().Be("Money");
        ColumnOf([new Row { Money = 1 }], new(JsonSerializerDefaults.Web), access).Should().Be("money");
        ColumnOf([new Row { Nested = new Row { Money = 1 } }], new(JsonSerializerDefaults.Web), access).Should().Be("nested");
        ColumnOf([new Row { Many = [new Row(), new Row { Money = 1 }] }], new() { ReferenceHandler = ReferenceHandler.Preserve }, access)
            .Should().Be("Many");
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void WriteTo_rowThatContainsItself_namesTheColumn(string access)
    {
        var row = new Row();
        row.Nested = row;
        ColumnOf([row], new(JsonSerializerDefaults.Web), access).Should().Be("nested");
    }

    [Fact]
    public void WriteTo_columnOptions_nameTheColumnOfTheContract()
    {
        var options = new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper, OmitNulls = true };
        Failure(() => JsonRows.From([new Row { Money = 1 }]).ToJsonString(options)).ColumnName.Should().Be("Money");
    }

    [Fact]
    public void WriteTo_derivedRow_namesTheColumnOfItsOwnType()
    {
        Failure(() => JsonRows.From<Base>([new Derived { Star = 1 }]).ToJsonString()).ColumnName.Should().Be("a star");
        Failure(() => JsonRows.From<object>([new Derived { Star = 1 }]).ToJsonString()).ColumnName.Should().Be("a star");
    }

    [Fact]
    public void WriteTo_dictionaryViaSerializer_takesNoMemberOfAValueForAColumn()
    {
        // The serializer's path has no keys: what it begins with is a member of the value.
        Dictionary<string, Row>[] rows = [new() { ["key"] = new Row { Money = 1 } }];
        Failure(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions(new JsonSerializerOptions { WriteIndented = true })))
            .ColumnName.Should().BeNull();
    }

    [Fact]
    public void WriteTo_pathOfAnotherDocument_isNoColumn()
    {
        var options = new JsonRowOptions { ObjectAccess = ObjectAccess.Serializer };
        JsonRowException failure = Failure(() => JsonRows.From([new Reading { Value = "{\"a\":{\"b\":[x]}}" }]).ToJsonString(options));
        failure.InnerException.Should().BeOfType<JsonException>().Which.Path.Should().StartWith("$.a");
        failure.ColumnName.Should().BeNull();
    }

    /// <summary>The serializer's path has the name of such a member in brackets.</summary>
    [Fact]
    public void WriteTo_propertyThatImplementsAnInterfaceExplicitly_namesTheColumnByTheContract()
    {
        var options = new JsonRowOptions { ObjectAccess = ObjectAccess.Serializer };

        JsonRowException failure = Failure(() => JsonRows.From([new Priced()]).ToJsonString(options));

        failure.InnerException.Should().BeOfType<JsonException>().Which.Path.Should().StartWith("$['");
        failure.ColumnName.Should().Be("price");
    }

    [Theory]
    [InlineData("$.Money", "Money")]
    [InlineData("$.Money[0].Other", "Money")]
    [InlineData("$['Money']", "Money")]
    [InlineData("$['Money'].Other", "Money")]
    [InlineData("$['Money", null)]
    [InlineData("$[0]", null)]
    [InlineData("$", null)]
    [InlineData("Money", null)]
    public void WriteTo_converterWithAPathOfItsOwn_namesTheColumnThatItBeginsWith(string path, string? column)
    {
        var options = new JsonRowOptions { ObjectAccess = ObjectAccess.Serializer };

        Failure(() => JsonRows.From([new Pathed { Money = path }]).ToJsonString(options)).ColumnName.Should().Be(column);
    }

    /// <summary>A getter that fails when it is asked again has no column to name: the failure is the first one.</summary>
    [Fact]
    public void WriteTo_numberThatJsonHasNotAndGetterThatFailsLater_keepsTheFirstFailure()
    {
        var options = new JsonRowOptions { ObjectAccess = ObjectAccess.Serializer };

        JsonRowException failure = Failure(() => JsonRows.From([new Once()]).ToJsonString(options));

        failure.ColumnName.Should().BeNull();
        failure.InnerException.Should().BeOfType<ArgumentException>();
    }

    [Fact]
    public void WriteTo_numberThatJsonHasNot_namesTheFirstColumnThatHasOne()
    {
        var options = new JsonRowOptions { ObjectAccess = ObjectAccess.Serializer };
        var row = new { A = Half.One, B = (Half?)null, C = 1f, D = Half.NegativeInfinity, E = double.NaN };

        Failure(() => JsonRows.From([row]).ToJsonString(options)).ColumnName.Should().Be("D");
    }

    private static string? ColumnOf(Row[] rows, JsonSerializerOptions serializer, string access)
    {
        JsonRowException failure = Failure(() => JsonRows.From(rows).ToJsonString(
            new JsonRowOptions { SerializerOptions = serializer, ObjectAccess = Enum.Parse<ObjectAccess>(access) }));
        failure.RowIndex.Should().Be(rows.Length - 1);
        failure.Message.Should().Contain($"Column '{failure.ColumnName}' of row {rows.Length - 1}");
        return failure.ColumnName;
    }

    private static JsonRowException Failure(Action write) => write.Should().Throw<JsonRowException>().Which;

    private sealed class Row
    {
        public int Id { get; set; }

        [JsonPropertyName("of type")]
        public Type? Type { get; set; }

        [JsonConverter(typeof(Failing))]
        public int Money { get; set; }

        public Row? Nested { get; set; }

        public List<Row>? Many { get; set; }
    }

    [JsonDerivedType(typeof(Derived))]
    private class Base
    {
        public int Id { get; set; }
    }

    private sealed class Derived : Base
    {
        [JsonPropertyName("a star"), JsonConverter(typeof(Failing))]
        public int Star { get; set; }
    }

    private sealed class Reading
    {
        [JsonConverter(typeof(ReadingConverter))]
        public string? Value { get; set; }
    }

    private interface IPriced
    {
        int Price { get; }
    }

    private sealed class Priced : IPriced
    {
        [JsonInclude, JsonPropertyName("price"), JsonConverter(typeof(Failing))]
        int IPriced.Price => 1;
    }

    private sealed class Pathed
    {
        [JsonConverter(typeof(PathConverter))]
        public string? Money { get; set; }
    }

    private sealed class PathConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            throw new JsonException("The converter fails.", value, null, null);
    }

    private sealed class Once
    {
        private bool _isRead;

        public double Number
        {
            get
            {
                if (_isRead) throw new TimeoutException("It was read already.");
                _isRead = true;
                return double.NaN;
            }
        }
    }

    private sealed class Failing : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options)
        {
            if (value != 0) throw new JsonException("The converter fails.");
            writer.WriteNumberValue(value);
        }
    }

    /// <summary>Fails with the path of what it reads.</summary>
    private sealed class ReadingConverter : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
            writer.WriteNumberValue(JsonSerializer.Deserialize<Dictionary<string, Dictionary<string, int[]>>>(value)!.Count);
    }
}
