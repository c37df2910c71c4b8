using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson.Tests;

public class BoxedTests
{
    [Fact]
    public void Read_anyScalar_isWhatACastGives()
    {
        Check(long.MinValue);
        Check(int.MinValue);
        Check(Math.PI);
        Check(true);
        Check(DateTime.MaxValue);
        Check(-decimal.MaxValue);
        Check(new Guid("00112233-4455-6677-8899-aabbccddeeff"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(128)]
    [InlineData(255)]
    public void WriteTo_booleanOfAnyByteButZero_isTrue(byte value)
    {
        bool flag = Unsafe.BitCast<byte, bool>(value);

        JsonRows.From([new Dictionary<string, object?> { ["a"] = flag, ["b"] = false }]).ToJsonString().Should().Be("""[{"a":true,"b":false}]""");
        JsonRows.From([new Dictionary<string, bool> { ["a"] = flag }]).ToJsonString().Should().Be("""[{"a":true}]""");
    }

    [Fact]
    public void WriteTo_everyScalarAgainAndAgain_isTheSerializers()
    {
        // What a first value finds out about its type is taken by the next ones.
        var row = new Dictionary<string, object?>
        {
            ["time"] = new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc),
            ["money"] = 1.10m,
            ["id"] = new Guid("00112233-4455-6677-8899-aabbccddeeff"),
            ["list"] = new List<object?> { DateTime.MinValue, decimal.MinValue, Guid.Empty },
        };
        List<Dictionary<string, object?>> rows = [row, row, row];
        foreach (JsonSerializerOptions options in Options())
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)).Should().Be(JsonSerializer.Serialize(rows, options));
    }

    private static IEnumerable<JsonSerializerOptions> Options() =>
    [
        new(),
        new(JsonSerializerDefaults.Web),
        new() { NumberHandling = System.Text.Json.Serialization.JsonNumberHandling.WriteAsString },
        new() { Converters = { new System.Text.Json.Serialization.JsonStringEnumConverter() } },
        new() { Converters = { new TagConverter<DateTime>() } },
        new() { Converters = { new TagConverter<decimal>() } },
        new() { Converters = { new TagConverter<Guid>() } },
    ];

    private static void Check<TValue>(TValue value)
        where TValue : struct => Boxed.Read<TValue>(value).Should().Be(value);

    private sealed class TagConverter<TValue> : System.Text.Json.Serialization.JsonConverter<TValue>
    {
        public override TValue Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, TValue value, JsonSerializerOptions options) => writer.WriteStringValue($"tag {value}");
    }
}
