using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Runs a test's code in the middle of a row: where a user's code runs.</summary>
internal static class RowProbe
{
    /// <summary>The places, each a way to write <c>{"first":1,"probe":…}</c> to a writer.</summary>
    public static readonly string[] Places = ["getter", "converter", "shape", "naming", "pairs", "nested dictionary", "long row"];

    /// <summary>What a name's callback is to run, for the place "naming".</summary>
    public static JsonRowOptions Options(string place, Action probe, CountingPool? pool = null, int threshold = 60 * 1024) => new()
    {
        Pool = pool ?? new CountingPool(),
        FlushThreshold = threshold,
        // Not cached, so that each row asks.
        MaxCachedNames = place == "naming" ? 0 : 100,
        ColumnNamingPolicy = place == "naming" ? Naming.By(name => Run(name == "probe" ? probe : null, name)) : null,
    };

    /// <summary>The row, as sources of any kind take it.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> Row(string place, Action probe) => place switch
    {
        "getter" or "shape" => new Dictionary<string, object?> { ["first"] = 1, ["probe"] = new WithGetter(probe) },
        "converter" => new Dictionary<string, object?> { ["first"] = 1, ["probe"] = new WithConverter(probe) },
        "naming" => new Dictionary<string, object?> { ["first"] = 1, ["probe"] = new { Value = 2 } },
        "pairs" => Pairs(probe),
        "nested dictionary" => new Dictionary<string, object?> { ["first"] = 1, ["probe"] = new Dictionary<string, object?> { ["Value"] = 2, ["x"] = new WithGetter(probe) } },
        "long row" => new Dictionary<string, object?> { ["first"] = new string('x', 100_000), ["probe"] = new object?[] { new string('y', 50_000), new WithGetter(probe), new string('z', 300_000) } },
        _ => throw new ArgumentOutOfRangeException(nameof(place)),
    };

    /// <summary>Writes the row in the way that the place means.</summary>
    public static void Write(JsonRowWriter writer, string place, Action probe)
    {
        if (place == "shape") writer.WriteRow(probe, Shape);
        else writer.WriteRow(Row(place, probe));
    }

    public static JsonRows Rows(string place, Action probe) =>
        place == "shape" ? JsonRows.From([probe, probe], Shape) : JsonRows.From([Row(place, probe), Row(place, probe)]);

    /// <summary>What comes out of <see cref="Write"/> where the probe does no harm.</summary>
    public static string Text(string place)
    {
        static void Nothing()
        {
        }

        return place == "shape" ? """{"first":1,"probe":2}""" : JsonSerializer.Serialize(Row(place, Nothing).ToDictionary());
    }

    private static readonly JsonRowShape<Action> Shape =
        new JsonRowShape<Action>().Column("first", _ => 1).Column("probe", probe => Run(probe, 2));

    private static IEnumerable<KeyValuePair<string, object?>> Pairs(Action probe)
    {
        yield return new("first", 1);
        probe();
        yield return new("probe", 2);
    }

    private static T Run<T>(Action? probe, T result)
    {
        probe?.Invoke();
        return result;
    }

    private sealed class WithGetter(Action probe)
    {
        public int Value => Run(probe, 2);
    }

    [JsonConverter(typeof(Converter))]
    private sealed class WithConverter(Action probe)
    {
        private sealed class Converter : JsonConverter<WithConverter>
        {
            public override WithConverter Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

            public override void Write(Utf8JsonWriter writer, WithConverter value, JsonSerializerOptions options)
            {
                writer.WriteStartArray();
                value.Probe();
                writer.WriteNumberValue(2);
                writer.WriteEndArray();
            }
        }

        private Action Probe => probe;
    }
}
