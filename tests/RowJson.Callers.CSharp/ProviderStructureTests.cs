using System.Data;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using ClickHouse.Driver.Numerics;
using MySqlConnector;
using NpgsqlTypes;

namespace RowJson.Callers;

/// <summary>Structures that providers have of their own: numbers, times and texts, in cells and in what cells hold.</summary>
public sealed class ProviderStructureTests
{
    public static TheoryData<object, string> Values => new()
    {
        { new ClickHouseDecimal(1.50m), "1.50" },
        { ClickHouseDecimal.Parse("-12345678901234567890123456789012345678901234.5", CultureInfo.InvariantCulture), "-12345678901234567890123456789012345678901234.5" },
        { new MySqlDateTime(2025, 1, 2, 3, 4, 5, 6), "\"2025-01-02T03:04:05.000006\"" },
        { new NpgsqlLogSequenceNumber(1234567890123), "\"11F/71FB04CB\"" },
        { (1, "a"), """{"Item1":1,"Item2":"a"}""" },
        { (new ClickHouseDecimal(2m), 3), """{"Item1":2,"Item2":3}""" },
        { Tuple.Create(1, "a"), """{"Item1":1,"Item2":"a"}""" },
        { Tuple.Create(new ClickHouseDecimal(0.1m), (string?)null), """{"Item1":0.1,"Item2":null}""" },
    };

    [Theory]
    [MemberData(nameof(Values))]
    public void From_value_hasItsContentAtAnyDepth(object value, string json)
    {
        Array array = Array.CreateInstance(value.GetType(), 1);
        array.SetValue(value, 0);
        Check(value, json);
        Check(array, $"[{json}]");
        Check(new[] { array }, $"[[{json}]]");
        Check(new List<object?> { value, null, 1, DBNull.Value }, $"[{json},null,1,null]");
        Check(new Dictionary<string, object> { ["k"] = value }, $$"""{"k":{{json}}}""");
        Check(new Dictionary<int, object[]> { [5] = [value] }, $$"""{"5":[{{json}}]}""");
    }

    /// <summary>No time of .NET's has a day 0: to leave parts out would lose them without a word.</summary>
    [Fact]
    public void From_dateWithZeroParts_isAFailureOrReplaced()
    {
        using DataTable table = Table(new MySqlDateTime(2025, 1, 0, 0, 0, 0, 0));

        JsonRows.From(table).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("x");
        JsonRows.From(table).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be("""[{"x":null}]""");
        JsonRows.From(table).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text })
            .Should().Be("""[{"x":"0000-00-00"}]""");
    }

    [Fact]
    public void From_structureWithAConverter_isTheConverters()
    {
        var options = new JsonSerializerOptions { Converters = { new TextConverter() } };

        foreach (object value in (object[])[new ClickHouseDecimal(1.50m), new[] { new ClickHouseDecimal(1.50m) }])
        {
            using DataTable table = Table(value);
            JsonRows.From(table).ToJsonString(options).Should().Be(value is Array ? """[{"x":["1.50!"]}]""" : """[{"x":"1.50!"}]""");
        }
    }

    private static void Check(object value, string json)
    {
        using DataTable table = Table(value);
        string expected = $$"""[{"x":{{json}}}]""";
        JsonRows.From(table).ToJsonString().Should().Be(expected);
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be(expected);
        JsonRows.From(table.CreateDataReader().Cast<IDataRecord>()).ToJsonString().Should().Be(expected);
        JsonRows.From(table).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text }).Should().Be(expected);
        JsonRows.From(table).ToJsonString(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles }).Should().Be(expected);
    }

    private static DataTable Table(object value)
    {
        var table = new DataTable();
        table.Columns.Add("x", typeof(object));
        table.Rows.Add(value);
        return table;
    }

    private sealed class TextConverter : JsonConverter<ClickHouseDecimal>
    {
        public override ClickHouseDecimal Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, ClickHouseDecimal value, JsonSerializerOptions options) =>
            writer.WriteStringValue($"{value.ToString(CultureInfo.InvariantCulture)}!");
    }
}
