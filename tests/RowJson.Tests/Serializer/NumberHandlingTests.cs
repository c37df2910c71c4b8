using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>
/// Nested values inherit the number handling of their row. The bytes are those of <see cref="JsonSerializer"/>, wherever the
/// handling comes from: the options, an attribute of a collection, a modifier.
/// </summary>
public class NumberHandlingTests
{
    private const JsonNumberHandling Strict = JsonNumberHandling.Strict;
    private const JsonNumberHandling AsString = JsonNumberHandling.WriteAsString;
    private const JsonNumberHandling FromString = JsonNumberHandling.AllowReadingFromString;
    private const JsonNumberHandling Named = JsonNumberHandling.AllowNamedFloatingPointLiterals;

    public static TheoryData<JsonNumberHandling, bool> Handlings
    {
        get
        {
            var data = new TheoryData<JsonNumberHandling, bool>();
            JsonNumberHandling[] handlings = [Strict, FromString, AsString, Named, AsString | Named, FromString | Named, FromString | AsString];
            foreach (JsonNumberHandling handling in handlings)
            {
                data.Add(handling, false);
                data.Add(handling, true);
            }
            return data;
        }
    }

    private static Dictionary<string, object?> Values => new()
    {
        ["attributed list"] = new TextNumbers { 1, 2 },
        ["strict list"] = new StrictNumbers { 1, 2.5 },
        ["named list"] = new NamedNumbers { double.NaN, 1 },
        ["attributed dictionary"] = new TextMap { ["x"] = 1 },
        ["attributed row"] = new TextRow { ["x"] = 1, ["y"] = new List<int> { 2 } },
        ["attributed class"] = new TextClass { Number = 1, Numbers = [2], Strict = [3] },
        ["attributed structure"] = new TextStructure { Number = 1 },
        ["class"] = new { Number = 1, Numbers = new TextNumbers { 1 }, Anything = (object)new TextNumbers { 2 } },
        ["numbers"] = new[] { 1, 2 },
        ["nullable numbers"] = new int?[] { 1, null },
        ["list"] = new List<object?> { 1.5m, new TextNumbers { 1 }, new object?[] { new StrictNumbers { 1 } }, 1, 1.5 },
        ["list of lists"] = new List<TextNumbers> { new() { 1 }, new() },
        ["queue"] = new Queue<object?>([1.5m, new TextNumbers { 1 }]),
        ["dictionary"] = new Dictionary<string, object?> { ["x"] = new TextNumbers { 1 }, ["y"] = 1.5m },
        ["dictionary of numbers"] = new Dictionary<int, decimal> { [1] = 1.50m },
        ["decimal"] = 1.50m,
        ["int"] = 1,
        ["float"] = 1.5f,
        ["wide"] = (Int128)1,
        ["NaN"] = double.NaN,
        ["enumeration"] = DayOfWeek.Friday,
        ["null"] = null,
        ["text"] = "1",
        ["raw"] = new Raw(),
    };

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_valuesInDictionaries_matchJsonSerializer(JsonNumberHandling handling, bool isModified)
    {
        JsonSerializerOptions options = Options(handling, isModified);
        int written = 0;
        foreach ((string name, object? value) in Values)
        {
            List<Dictionary<string, object?>> rows = [new() { ["a"] = value, ["b"] = value }];
            written += Outcome.Check(JsonRows.From(rows), rows, options, name);
            List<SortedDictionary<string, object?>> sorted = [new(rows[0])];
            Outcome.Check(JsonRows.From(sorted), sorted, options, name + ", sorted");
            List<TextRow> attributed = [new() { ["a"] = value }];
            Outcome.Check(JsonRows.From(attributed), attributed, options, name + ", attributed row");
            Outcome.Check(JsonRows.From(rows.Select(row => row.ToArray())), rows, options, name + ", pairs");
            JsonRowShape<object?> shape = new JsonRowShape<object?>().Column("a", row => row).Column("b", row => row);
            Outcome.Check(JsonRows.From([value], shape), value is null ? [null!] : rows, options, name + ", shape");
        }
        written.Should().BeGreaterThan(Values.Count);
    }

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_objectsAsRows_matchJsonSerializer(JsonNumberHandling handling, bool isModified)
    {
        JsonSerializerOptions options = Options(handling, isModified);
        foreach ((string name, object? value) in Values)
        {
            // Only dictionaries and objects have columns: renaming changes nothing of the others.
            List<object?> rows = [value, new Dictionary<string, object?> { ["a"] = value }, new TextRow { ["a"] = value }, new { a = value }];
            Outcome.Check(JsonRows.From(rows), rows, options, name);
            var lines = new JsonRowOptions { SerializerOptions = options, Format = JsonRowFormat.Lines };
            foreach (object? row in rows)
            {
                string? expected = Outcome.Of(() => [.. JsonSerializer.SerializeToUtf8Bytes(row, options), (byte)'\n']);
                Outcome.Of(() => JsonRows.From([row]).ToUtf8Bytes(lines)).Should().Be(expected, "{0} is a line of its own", name);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_readersAndTables_matchDictionaries(JsonNumberHandling handling, bool isModified)
    {
        JsonSerializerOptions options = Options(handling, isModified);
        foreach ((string name, object? value) in Values)
        {
            foreach (Type type in value is null ? [typeof(object)] : new[] { typeof(object), value.GetType() })
            {
                using var table = new DataTable();
                table.Columns.Add("a", type);
                table.Rows.Add(value ?? DBNull.Value);
                List<Dictionary<string, object?>> rows = [new() { ["a"] = value is null ? null : table.Rows[0][0] }];
                Outcome.Check(JsonRows.From(table), rows, options, $"{name} in a table's column of {type}");
                // A reader is read once.
                foreach (bool isIndented in new[] { false, true })
                {
                    var serializer = new JsonSerializerOptions(options) { WriteIndented = isIndented };
                    Outcome.Of(() => JsonRows.From(table.CreateDataReader()).ToUtf8Bytes(new JsonRowOptions { SerializerOptions = serializer }))
                        .Should().Be(Outcome.Of(() => JsonSerializer.SerializeToUtf8Bytes(rows, serializer)), "{0} comes from a reader", name);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Handlings))]
    public void Write_typedRows_matchJsonSerializer(JsonNumberHandling handling, bool isModified)
    {
        JsonSerializerOptions options = Options(handling, isModified);
        Check(new TextNumbers { 1, 2 });
        Check(new StrictNumbers { 1 });
        Check(new TextMap { ["x"] = 1 });
        Check(new TextClass { Number = 1 });
        Check(new TextStructure { Number = 1 });
        Check<TextStructure?>(new TextStructure { Number = 1 });
        Check(new[] { 1.5m });
        Check(new Dictionary<string, object?> { ["x"] = new TextNumbers { 1 } });
        Check<IEnumerable<int>>(new TextNumbers { 1 });
        Check(1);
        Check<int?>(1);
        Check(1.5m);
        Check<decimal?>(1.5m);
        Check(1.5);
        Check((Int128)1);
        Check<UInt128?>(1);
        Check(DayOfWeek.Friday);
        Check(new KeyValuePair<string, object?>("x", new TextNumbers { 1 }));

        void Check<TValue>(TValue value)
        {
            List<Dictionary<string, TValue>> rows = [new() { ["a"] = value }];
            Outcome.Check(JsonRows.From(rows), rows, options, $"{typeof(TValue)}");
            List<SortedDictionary<string, TValue>> sorted = [new(rows[0])];
            Outcome.Check(JsonRows.From(sorted), sorted, options, $"{typeof(TValue)}, sorted");
            JsonRowShape<TValue> shape = new JsonRowShape<TValue>().Column<TValue>("a", row => row);
            Outcome.Check(JsonRows.From([value], shape), rows, options, $"{typeof(TValue)}, shape");
        }
    }

    [Fact]
    public void Write_attributedCollectionUnderWebOptions_writesNumbers()
    {
        var options = new JsonRowOptions { SerializerOptions = JsonSerializerOptions.Web };
        var rows = JsonRows.From([new Dictionary<string, object?> { ["a"] = new TextNumbers { 1, 2 } }]);
        rows.ToJsonString(options).Should().Be("""[{"a":[1,2]}]""");
        rows.ToJsonString().Should().Be("""[{"a":["1","2"]}]""");
    }

    private static JsonSerializerOptions Options(JsonNumberHandling handling, bool isModified)
    {
        var options = new JsonSerializerOptions { NumberHandling = handling };
        if (isModified) options.TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { Modify } };
        return options;

        static void Modify(JsonTypeInfo info)
        {
            if (info.Type == typeof(decimal) || info.Type == typeof(Int128) || info.Type == typeof(List<object?>)) info.NumberHandling = AsString;
            if (info.Type == typeof(int)) info.NumberHandling = Named;
        }
    }

    [JsonNumberHandling(AsString)]
    private sealed class TextNumbers : List<int>;

    [JsonNumberHandling(Strict)]
    private sealed class StrictNumbers : List<double>;

    [JsonNumberHandling(Named)]
    private sealed class NamedNumbers : List<double>;

    [JsonNumberHandling(AsString)]
    private sealed class TextMap : Dictionary<string, int>;

    [JsonNumberHandling(AsString)]
    private sealed class TextRow : Dictionary<string, object?>;

    [JsonNumberHandling(AsString)]
    private sealed class TextClass
    {
        public int Number { get; init; }

        public List<int>? Numbers { get; init; }

        public StrictNumbers? Strict { get; init; }
    }

    [JsonConverter(typeof(RawConverter))]
    private sealed class Raw;

    /// <summary>Writes a value that gets no line break in an indented array.</summary>
    private sealed class RawConverter : JsonConverter<Raw>
    {
        public override Raw Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Raw value, JsonSerializerOptions options) => writer.WriteRawValue("1.50");
    }

    [JsonNumberHandling(AsString)]
    private struct TextStructure
    {
        public int Number { get; init; }
    }
}
