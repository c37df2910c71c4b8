using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Enumerations of more values than are remembered, as numbers and as text.</summary>
public class EnumTests
{
    [Flags]
    public enum Rights
    {
        None,
        Read,
        Write,
        Grant = 1 << 20,
    }

    public enum Degree : sbyte
    {
        Lowest = sbyte.MinValue,
        Minus = -1,
        Highest = sbyte.MaxValue,
    }

    public enum Wide : ulong
    {
        One = 1,
        Highest = ulong.MaxValue,
    }

    public enum Nameless : short;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Write_manyValues_matchesTheSerializer(bool asText)
    {
        var serializer = new JsonSerializerOptions();
        if (asText) serializer.Converters.Add(new JsonStringEnumConverter());
        Row[] rows =
        [
            .. Enumerable.Range(0, 6000).Select(i => new Row(
                (Rights)(i * 7919), (Degree)(i % 256 - 128), i % 2 == 0 ? Wide.Highest - (ulong)i : (Wide)i, (Nameless)(i - 3000),
                i % 3 == 0 ? null : (Rights)i)),
        ];

        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions(serializer) { ObjectAccess = access };
            // Twice: values that were dropped come back.
            for (int i = 0; i < 2; i++)
                JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows, serializer));
        }
    }

    [Fact]
    public void Write_onlyValuesWithoutNames_matchesTheSerializer()
    {
        Row[] rows = [.. Enumerable.Range(70, 500).Select(i => new Row((Rights)(i * 4), (Degree)(i % 100 + 1), (Wide)(i + 5), (Nameless)i, null))];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions { ObjectAccess = access };
            JsonRows.From(rows).ToJsonString(options).Should().Be(JsonSerializer.Serialize(rows));
        }
    }

    [Fact]
    public void Write_integersThatTheConverterRefuses_failsAsTheSerializer()
    {
        var serializer = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(namingPolicy: null, allowIntegerValues: false) } };
        Row[] rows = [new(Rights.Read, Degree.Minus, Wide.One, 0, null), new((Rights)4, Degree.Minus, Wide.One, 0, null)];
        JsonSerializer.Serialize(rows[0].Rights, serializer).Should().Be("\"Read\"");

        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            JsonRows.From(rows).Invoking(it => it.ToJsonString(new JsonRowOptions(serializer) { ObjectAccess = access }))
                .Should().Throw<JsonRowException>().WithInnerException<JsonException>();
        }
    }

    private sealed record Row(Rights Rights, Degree Degree, Wide Wide, Nameless Nameless, Rights? Maybe);
}
