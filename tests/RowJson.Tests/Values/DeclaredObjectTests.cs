using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Values that are declared as objects and that a converter writes, the framework's or a user's: the bytes of the serializer.</summary>
public class DeclaredObjectTests
{
    // Columns and texts of enumerations are compiled on the way, with so many rows.
    private const int ManyRows = 3_000;

    private static readonly Dictionary<string, JsonSerializerOptions> Options = new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web),
        ["a converter"] = new() { Converters = { new IdConverter(), new JsonStringEnumConverter() } },
        ["numbers as text"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["indented"] = new() { WriteIndented = true },
        ["cycles"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
    };

    private static readonly Dictionary<string, Func<int, object?>> Values = new()
    {
        ["uri"] = i => new Uri("https://example.org/\u00FC/" + i),
        ["version"] = i => new Version(1, i),
        ["enumeration"] = i => (DayOfWeek)(i % 8),
        ["wide number"] = i => (Int128)i,
        ["half"] = i => (Half)i,
        ["id"] = i => new Id(i),
        ["node"] = i => new JsonObject { ["a"] = i, ["b"] = new JsonArray(1, "x") },
        ["node of a value"] = i => JsonValue.Create(i),
        ["document"] = i => JsonDocument.Parse($"[{i}, 1 ]"),
        ["memory"] = i => new ReadOnlyMemory<byte>([1, 2, (byte)i]),
        ["object"] = _ => new object(),
        ["anonymous"] = i => new { A = i, B = new Uri("https://example.org"), C = (object)new Version(i, 2) },
        ["null"] = _ => null,
        ["one of them"] = i => Values!.Values.ElementAt(i % (Values.Count - 1))(i),
    };

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string options in Options.Keys)
                foreach (string value in Values.Keys) cases.Add(options, value);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Write_valuesDeclaredAsObjects_equalSerializer(string name, string value)
    {
        JsonSerializerOptions options = Options[name];
        Func<int, object?> make = Values[value];
        int count = name == "default" ? ManyRows : 3;
        List<Dictionary<string, object?>> rows = [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, object?>
        {
            ["a"] = make(i), ["b"] = i, ["c"] = make(i + 1), ["d"] = new List<object?> { make(i), "x", make(i + 1) }, ["e"] = new[] { make(i) },
        })];
        List<Holder> holders = [.. Enumerable.Range(0, count).Select(i => new Holder { Id = i, Any = make(i), More = [make(i), make(i + 1)] })];
        List<object?> values = [.. Enumerable.Range(0, count).Select(make)];

        Check(rows, options);
        Check(holders, options);
        Check(values, options);
        Check<IEnumerable<object?>>(values, options);
        Check<object[]>([holders, values], options);

        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(new JsonRowOptions(options)), JsonSerializer.SerializeToUtf8Bytes(rows, options), "rows");
        Same.Bytes(JsonRows.From(holders).ToUtf8Bytes(new JsonRowOptions(options)), JsonSerializer.SerializeToUtf8Bytes(holders, options), "objects");
        Same.Bytes(JsonRows.From(values).ToUtf8Bytes(new JsonRowOptions(options)), JsonSerializer.SerializeToUtf8Bytes(values, options), "values");
        string lines = string.Concat(values.Take(3).Select(it => JsonSerializer.Serialize(it, new JsonSerializerOptions(options) { WriteIndented = false }) + "\n"));
        JsonRows.From(values.Take(3)).ToJsonString(new JsonRowOptions(options) { Format = JsonRowFormat.Lines }).Should().Be(lines);
    }

    public static TheoryData<string, string> Accesses
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string options in Options.Keys)
                foreach (string access in Enum.GetNames<ObjectAccess>()) cases.Add(options, access);
            return cases;
        }
    }

    /// <summary>The declared type decides: of a derived one nothing more is written.</summary>
    [Theory]
    [MemberData(nameof(Accesses))]
    public void Write_valuesOfADeclaredType_equalSerializer(string name, string accessName)
    {
        JsonSerializerOptions serializer = Options[name];
        ObjectAccess access = Enum.Parse<ObjectAccess>(accessName);
        Check(i => new List<int> { i, 2 });
        Check(i => new Uri("https://example.org/" + i));
        Check(i => new Id(i));
        Check<Id?>(i => i % 2 == 0 ? null : new Id(i));
        Check(i => new Holder { Id = i, Any = new Id(i), More = [i, null] });
        Check(i => i % 2 == 0 ? new Holder() : new DerivedHolder { Extra = i });
        Check<IEnumerable<string>>(i => i % 2 == 0 ? new List<string> { "\u00FC" } : new HashSet<string> { "x" });
        Check<JsonNode>(i => i % 2 == 0 ? new JsonObject { ["a"] = i } : JsonValue.Create(i));
        Check(i => new Dictionary<DateOnly, decimal> { [new DateOnly(2024, 1, 1).AddDays(i)] = i });
        Check(i => (DayOfWeek)(i % 8));
        Check<Shape>(i => i % 2 == 0 ? new Circle { Radius = i } : new Shape());

        void Check<T>(Func<int, T> make)
        {
            List<Dictionary<string, T>> rows =
                [.. Enumerable.Range(0, 5).Select(i => new Dictionary<string, T> { ["a"] = make(i), ["b"] = make(i + 1), ["\u00E9"] = make(i + 2) })];
            byte[] expected = JsonSerializer.SerializeToUtf8Bytes(rows, serializer);
            Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(new JsonRowOptions(serializer) { ObjectAccess = access }), expected, $"{typeof(T)}");
            Same.Bytes(
                JsonSerializer.SerializeToUtf8Bytes(rows, DropInOptions.Create(serializer, new JsonRowOptions { ObjectAccess = access }).WriteOnly),
                expected, $"{typeof(T)}, write options");
        }
    }

    /// <summary>A converter that fails is not called again: its exception gets the path that the serializer would give it.</summary>
    [Theory]
    [InlineData(typeof(JsonException))]
    [InlineData(typeof(NotSupportedException))]
    [InlineData(typeof(InvalidOperationException))]
    [InlineData(typeof(FormatException))]
    public void Write_converterThatFails_throwsWhatTheSerializerThrows(Type type)
    {
        var options = new JsonSerializerOptions { Converters = { new FailingConverter(type) } };
        Dictionary<string, object?>[] rows = [new() { ["a"] = 1, ["b"] = new Id(1) }];
        Exception expected = FluentActions.Invoking(() => JsonSerializer.Serialize<object>(new Id(1), options)).Should().Throw<Exception>().Which;
        int calls = FailingConverter.Calls;

        Exception actual = FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions(options)))
            .Should().Throw<JsonRowException>().Where(failure => failure.ColumnName == "b").Which.InnerException!;

        (actual.GetType(), actual.Message).Should().Be((expected.GetType(), expected.Message));
        FailingConverter.Calls.Should().Be(calls + 1);
    }

    private static void Check<T>(T value, JsonSerializerOptions options)
    {
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(value, options);
        Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(value, options.WithRowJson(writeOnly: true)), expected, $"{typeof(T)}, write options");
        Same.Bytes(JsonSerializer.SerializeToUtf8Bytes(value, options.WithRowJson()), expected, $"{typeof(T)}, both directions");
    }

    private class Holder
    {
        public int Id { get; set; }

        public object? Any { get; set; }

        public List<object?> More { get; set; } = [];
    }

    private sealed class DerivedHolder : Holder
    {
        public int Extra { get; set; }
    }

    [JsonDerivedType(typeof(Shape), "shape")]
    [JsonDerivedType(typeof(Circle), "circle")]
    private class Shape
    {
        public string Name { get; set; } = "s";
    }

    private sealed class Circle : Shape
    {
        public double Radius { get; set; }
    }

    private readonly record struct Id(int Value);

    private sealed class IdConverter : JsonConverter<Id>
    {
        public override Id Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt32());

        public override void Write(Utf8JsonWriter writer, Id value, JsonSerializerOptions options)
        {
            writer.WriteStartArray();
            writer.WriteNumberValue(value.Value);
            writer.WriteEndArray();
        }
    }

    private sealed class FailingConverter(Type exception) : JsonConverter<Id>
    {
        [ThreadStatic]
        private static int s_calls;

        public static int Calls => s_calls;

        public override Id Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, Id value, JsonSerializerOptions options)
        {
            s_calls++;
            writer.WriteStartObject();
            throw (Exception)Activator.CreateInstance(exception)!;
        }
    }
}
