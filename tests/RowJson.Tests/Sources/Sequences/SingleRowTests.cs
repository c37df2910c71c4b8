using System.Collections.Concurrent;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Rows that are values without parts, and rows that are null.</summary>
public class SingleRowTests
{
    public enum Day : byte
    {
        Monday,
        Tuesday,
        Last = 200,
    }

    public static TheoryData<string> Settings => [.. Serializers.Keys];

    private static Dictionary<string, JsonSerializerOptions> Serializers { get; } = new()
    {
        ["default"] = new JsonSerializerOptions(),
        ["numbers as text"] = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString },
        ["named literals"] = new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["names of enumerations"] = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) } },
        ["indented"] = new JsonSerializerOptions { WriteIndented = true },
        ["indented, numbers as text"] = new JsonSerializerOptions { WriteIndented = true, NumberHandling = JsonNumberHandling.WriteAsString },
        ["cycles ignored"] = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["references kept"] = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve },
        ["converters"] = new JsonSerializerOptions { Converters = { new Marking<Uri?>(), new Marking<JsonDocument?>(), new Marking<Day>() } },
        ["shallow"] = new JsonSerializerOptions { MaxDepth = 1 },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void Write_valuesWithoutParts_matchTheSerializer(string settings)
    {
        JsonSerializerOptions serializer = Serializers[settings];
        Check([Day.Monday, Day.Last, (Day)7, Day.Tuesday, (Day)255], serializer);
        Check([Day.Monday, null, (Day?)7, Day.Last], serializer);
        Check([int.MinValue, 0, int.MaxValue], serializer);
        Check([null, (long?)1, long.MinValue, null], serializer);
        Check([0.5, -0.0, double.MaxValue, double.Epsilon], serializer);
        Check([1.10m, decimal.MinValue, null, (decimal?)0], serializer);
        Check([(UInt128)7, UInt128.MaxValue], serializer);
        Check([new Uri("http://a/<é>"), null, new Uri("b c", UriKind.Relative)], serializer);
        Check([new Version(1, 2), new Version(1, 2, 3, 4), null], serializer);
        Check([[], [1, 2, 3], null, (byte[]?)[255]], serializer);
        if (serializer.NumberHandling != default) Check([float.NaN, 1.5f, float.PositiveInfinity, float.NegativeInfinity], serializer);
    }

    [Theory]
    [MemberData(nameof(Settings))]
    public void Write_nulls_matchTheSerializer(string settings)
    {
        JsonSerializerOptions serializer = Serializers[settings];
        using var document = JsonDocument.Parse("7");
        Check([null, document, null], serializer);
        Check([null, (object?)null, 5, null], serializer);
        Check([null, (Dictionary<string, object?>?)null], serializer);
        Check([null, (Dictionary<string, int>?)null], serializer);
        Check([null, (ConcurrentDictionary<string, List<int>>?)null], serializer);
        Check([null, (IReadOnlyDictionary<string, object?>?)null], serializer);
        Check([null, (List<int>?)null], serializer);
        Check([null, (Holder?)null], serializer);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(500)]
    public void Write_enumerationThatTheConverterRefuses_failsAtItsRow(int index)
    {
        var serializer = new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(namingPolicy: null, allowIntegerValues: false) } };
        Day[] rows = [.. Enumerable.Repeat(Day.Tuesday, index), (Day)77, Day.Monday];
        using var output = new MemoryStream();
        var options = new JsonRowOptions(serializer) { FlushThreshold = 1 };

        FluentActions.Invoking(() => JsonRows.From(rows).WriteTo(output, options))
            .Should().Throw<JsonRowException>().Which.Should().BeEquivalentTo(new { RowIndex = index, Stage = JsonRowStage.Value });

        Encoding.UTF8.GetString(output.ToArray()).Should().Be("[" + string.Join(',', Enumerable.Repeat("\"Tuesday\"", index)));
    }

    // In a list, in another sequence, in small batches, and in a list inside a drop-in value: compiled by now, or not.
    private static void Check<T>(List<T> rows, JsonSerializerOptions serializer)
    {
        rows = [.. Enumerable.Repeat(rows, 30).SelectMany(it => it)];
        if (Serialize(rows, serializer) is not { } expected) return;
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var options = new JsonRowOptions(serializer) { ObjectAccess = access };
            JsonRows.From(rows).ToJsonString(options).Should().Be(expected);
            JsonRows.From(rows.Select(it => it)).ToJsonString(new JsonRowOptions(serializer) { ObjectAccess = access, FlushThreshold = 7 }).Should().Be(expected);
            JsonRows.From(rows).ToJsonString(new JsonRowOptions(serializer) { ObjectAccess = access, Format = JsonRowFormat.Lines }).Should().Be(Lines(rows, serializer));
        }

        JsonSerializer.Serialize(rows, serializer.WithRowJson()).Should().Be(expected);
    }

    // What the serializer refuses is not compared.
    private static string? Serialize<T>(List<T> rows, JsonSerializerOptions serializer)
    {
        try
        {
            return JsonSerializer.Serialize<IEnumerable<T>>(rows, serializer);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Lines<T>(List<T> rows, JsonSerializerOptions serializer)
    {
        var compact = new JsonSerializerOptions(serializer) { WriteIndented = false };
        return string.Concat(rows.Select(it => JsonSerializer.Serialize(it, compact) + "\n"));
    }

    public sealed record Holder(int Number);

    private sealed class Marking<T> : JsonConverter<T>
    {
        public override bool HandleNull => true;

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => writer.WriteStringValue($"<{value is null}>");
    }
}
