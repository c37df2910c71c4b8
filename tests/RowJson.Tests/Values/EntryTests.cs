using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

#pragma warning disable CA1869 // Options that are used once are what is tested.

/// <summary>Additional properties of objects, and dictionaries whose keys are integers.</summary>
public class EntryTests
{
    private static readonly Dictionary<string, JsonSerializerOptions> Options = new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web),
        ["key policy"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper },
        ["without nulls"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        ["without defaults"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        ["numbers as text"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["relaxed"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
        ["no ASCII"] = new() { Encoder = TestEncoders.All["no ASCII"] },
        ["null refused"] = new() { RespectNullableAnnotations = true },
        ["cycles"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
        ["references"] = new() { ReferenceHandler = ReferenceHandler.Preserve },
        ["depth 2"] = new() { MaxDepth = 2 },
        ["depth 3"] = new() { MaxDepth = 3 },
        ["depth 4"] = new() { MaxDepth = 4 },
        ["indented"] = new() { WriteIndented = true },
        ["texts"] = new() { Converters = { new Shouting() } },
        ["integers"] = new() { Converters = { new Hexadecimal() } },
        ["objects"] = new() { Converters = { new Anything() } },
    };

    public static TheoryData<string> Names => [.. Options.Keys];

    private static object?[] Values =>
        [null, 1, "é<", 1.5, true, new object[] { 1, "x" }, new Dictionary<string, object?> { ["in"] = 1 }, new Inner(1), DayOfWeek.Friday];

    [Theory]
    [MemberData(nameof(Names))]
    public void Write_entries_equalsSerializer(string name)
    {
        int compared = 0;
        Check(new Open { Id = 1 }, new Open { More = [] }, new Open { Id = 2, After = "z", More = Entries() });
        Check(new Declared { More = Entries()! }, new Declared { More = new SortedDictionary<string, object>(Entries()!) }, new Declared());
        Check(new Elements { More = new() { ["a"] = JsonSerializer.SerializeToElement(new { x = 1 }), ["b"] = default } });
        Check(new Elements { More = new() { ["é <"] = JsonSerializer.SerializeToElement("t"), ["n"] = JsonSerializer.SerializeToElement(1) } });
        Check(new Nodes { More = new() { ["a"] = 1 } }, new Nodes());
        Check(new InField { More = Entries() }, new InField { Id = 1 });
        Check(new Derived { More = Entries(), Name = "n" });
        Check(new Base[] { new Derived { More = Entries() }, new Base { Id = 3 } });
        Check(new Holder<Open> { Value = new Open { More = Entries() } }, new Holder<Open> { Value = new Open { More = [] } });
        Check(new Holder<List<Open>> { Value = [new Open { More = Entries() }, new Open()] });
        Check(new Holder<Dictionary<int, string?>> { Value = new() { [1] = "a", [-5] = null, [int.MinValue] = "é" } }, new Holder<Dictionary<int, string?>> { Value = [] });
        Check(new Holder<Dictionary<long, double>> { Value = new() { [long.MinValue] = 1.5, [7] = -0.0 } });
        Check(new Holder<Dictionary<int, Inner?>> { Value = new() { [0] = new Inner(1), [2] = null } });
        Check(new Holder<Dictionary<int, object?>> { Value = new() { [0] = new Inner(1), [2] = null, [3] = "x" } });
        Check(new Holder<Dictionary<int, Dictionary<int, int[]>>> { Value = new() { [3] = new() { [4] = [5] } } });
        Check(new Holder<Dictionary<short, int>> { Value = new() { [1] = 1 } });
        Check(new Holder<Numbers> { Value = new() { [1] = 2 } });
        Check(new Dictionary<int, string> { [1] = "a" }, []);
        Check(new Holder<JsonNode> { Value = JsonNode.Parse("{\"a\":[1,{\"é\":null}]}") }, new Holder<JsonNode> { Value = JsonValue.Create(1.5) }, new());
        Check(new Holder<JsonObject> { Value = new() { ["x"] = new JsonArray(1, "a", null) } }, new Holder<JsonObject> { Value = [] });
        Check(new Holder<List<JsonNode?>> { Value = [JsonNode.Parse("[]"), null] });
        Check<JsonNode?>(JsonNode.Parse("{\"a\":1}"), null, JsonValue.Create("é"), JsonNode.Parse("[[[1]]]"));
        compared.Should().BeGreaterThan(100);

        void Check<T>(params T[] rows)
        {
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                var settings = new JsonRowOptions { SerializerOptions = Options[name], ObjectAccess = access };
                compared += Same(
                    () => JsonSerializer.Serialize<IEnumerable<T>>(rows, Options[name]), () => JsonRows.From<T>(rows).ToJsonString(settings), typeof(T));
                compared += Same(
                    () => JsonSerializer.Serialize(rows, Options[name]),
                    () => JsonSerializer.Serialize(rows, DropInOptions.Create(Options[name], settings).WriteOnly), typeof(T));
            }
        }
    }

    /// <summary>Declared as the class, what a dictionary holds; declared as the interface, what it enumerates.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Write_dictionaryThatEnumeratesOtherEntries_equalsSerializer(string name)
    {
        Check(new Open { More = new Odd<object?>("odd", null) { ["real"] = 1 } }, new Open { Id = 2 });
        Check(new Declared { More = new Odd<object>("odd", 2) { ["real"] = 1 } }, new Declared());
        Check(new Elements { More = new Odd<JsonElement>("odd", JsonElement.Parse("2")) { ["real"] = JsonElement.Parse("1") } });

        void Check<T>(params T[] rows)
        {
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
            {
                var settings = new JsonRowOptions { SerializerOptions = Options[name], ObjectAccess = access };
                Same(() => JsonSerializer.Serialize<IEnumerable<T>>(rows, Options[name]), () => JsonRows.From<T>(rows).ToJsonString(settings), typeof(T));
            }
        }
    }

    [Fact]
    public void CreateColumns_entries_areWrittenDirectly()
    {
        Writes<Open>().Should().BeTrue();
        Writes<Declared>().Should().BeTrue();
        Writes<Elements>().Should().BeTrue();
        Writes<Nodes>().Should().BeFalse();
        Writes<Holder<Dictionary<int, string?>>>().Should().Be(RuntimeFeature.IsDynamicCodeSupported);

        static bool Writes<T>()
        {
            var context = new RowContext(new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }, JavaScriptEncoder.Default);
            var choices = new ValueChoices(context, context.Traits, compiles: true, isForced: false);
            return choices.Of(typeof(T)) is ObjectChoice choice && choice.Properties.All(property => property.Member is not null);
        }
    }

    [Fact]
    public void WriteTo_columnOptions_concernEntries()
    {
        Open[] rows = [new() { Id = 1, More = new() { ["b"] = null, ["c"] = 2 } }, new() { Id = 2 }];
        Write(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"Id":1,"Flag":false,"c":2},{"Id":2,"Flag":false}]""");
        Write(new JsonRowOptions { ColumnFilter = column => column.Name != "c" })
            .Should().Be("""[{"Id":1,"After":null,"Flag":false,"b":null},{"Id":2,"After":null,"Flag":false}]""");
        Write(new JsonRowOptions { ColumnNamingPolicy = JsonNamingPolicy.SnakeCaseUpper })
            .Should().Be("""[{"ID":1,"AFTER":null,"FLAG":false,"B":null,"C":2},{"ID":2,"AFTER":null,"FLAG":false}]""");

        string Write(JsonRowOptions options) => JsonRows.From(rows).ToJsonString(options);
    }

    [Fact]
    public void WriteTo_entryThatFails_namesRow()
    {
        Open[] rows = [new() { Id = 1 }, new() { More = new() { ["bad"] = typeof(int) } }];
        FluentActions.Invoking(() => JsonRows.From(rows).ToJsonString(new JsonRowOptions { ObjectAccess = ObjectAccess.Compiled }))
            .Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(1);
    }

    /// <summary>Additional properties of every type, with conditions, a converter, and in a structure.</summary>
    [Fact]
    public void WriteTo_entriesOfEveryType_matchTheSerializer()
    {
        JsonElement element = JsonElement.Parse("""[1,{"x":"é"}]""");
        Check(new DeclaredElements { Id = 1, More = new Dictionary<string, JsonElement> { ["a b"] = element } });
        Check(new DeclaredElements { Id = 2 });
        Check(new Conditional { Id = 1, More = new() { ["a"] = 1 } });
        Check(new Conditional { Id = 2 });
        Check(new ConvertedEntries { Id = 1, More = new() { ["a"] = 1, ["b"] = null } });
        Check(new Structured { Id = 1, More = new() { ["a"] = 1.5, ["b"] = "<" } });

        static void Check<T>(T row)
        {
            foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
                JsonRows.From([row, row]).ToJsonString(new JsonRowOptions { ObjectAccess = access }).Should().Be(JsonSerializer.Serialize(new[] { row, row }));
        }
    }

    /// <summary>Enumerates another entry than it holds.</summary>
    private sealed class Odd<TValue>(string name, TValue value) : Dictionary<string, TValue>, IEnumerable<KeyValuePair<string, TValue>>
    {
        IEnumerator<KeyValuePair<string, TValue>> IEnumerable<KeyValuePair<string, TValue>>.GetEnumerator()
        {
            yield return new(name, value);
        }
    }

    private static Dictionary<string, object?> Entries() =>
        Values.Select((value, i) => (value, i)).ToDictionary(it => it.i == 1 ? "Id" : $"key {it.i} é", it => it.value);

    /// <summary>The same text, or the same type of exception.</summary>
    private static int Same(Func<string> expected, Func<string> actual, Type type)
    {
        (string? text, Exception? failure) = Try(expected);
        (string? found, Exception? foundFailure) = Try(actual);
        if (failure is null) found.Should().Be(text, "{0}, {1}", type, foundFailure);
        else (foundFailure is JsonRowException { InnerException: { } inner } ? inner : foundFailure).Should().BeOfType(failure.GetType(), type.ToString());
        return 1;

        static (string?, Exception?) Try(Func<string> write)
        {
            try
            {
                return (write(), null);
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                return (null, exception);
            }
        }
    }

    private sealed class Open
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? More { get; set; }

        public string? After { get; set; }

        public bool Flag { get; set; }
    }

    private sealed class Declared
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public IDictionary<string, object>? More { get; set; }
    }

    private sealed class Elements
    {
        public string? Name { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    private sealed class DeclaredElements
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public IDictionary<string, JsonElement>? More { get; set; }
    }

    private sealed class Conditional
    {
        public int Id { get; set; }

        [JsonExtensionData, JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public Dictionary<string, object?>? More { get; set; }
    }

    private sealed class ConvertedEntries
    {
        public int Id { get; set; }

        [JsonExtensionData, JsonConverter(typeof(EntryConverter))]
        public Dictionary<string, object?>? More { get; set; }
    }

    private sealed class EntryConverter : JsonConverter<Dictionary<string, object?>>
    {
        public override Dictionary<string, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Dictionary<string, object?> value, JsonSerializerOptions options) =>
            writer.WriteNumber("count", value.Count);
    }

    private struct Structured
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? More { get; set; }
    }

    /// <summary>No delegate reads a field.</summary>
    private sealed class InField
    {
        [JsonExtensionData, JsonInclude]
        public Dictionary<string, object?>? More;

        public int Id { get; set; }

        public string? Name { get; set; }
    }

    private sealed class Nodes
    {
        public string? Name { get; set; }

        [JsonExtensionData]
        public JsonObject? More { get; set; }
    }

    [JsonDerivedType(typeof(Base), "base")]
    [JsonDerivedType(typeof(Derived), "derived")]
    private class Base
    {
        public int Id { get; set; }
    }

    private sealed class Derived : Base
    {
        public string? Name { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?>? More { get; set; }
    }

    private sealed class Holder<T>
    {
        public int Id { get; set; }

        public T? Value { get; set; }

        public string? Text { get; set; }
    }

    private sealed class Numbers : Dictionary<int, int>;

    private sealed record Inner(int X);

    private sealed class Shouting : JsonConverter<string>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetString();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value + "!");

        public override void WriteAsPropertyName(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WritePropertyName(value + "!");
    }

    private sealed class Hexadecimal : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetInt32();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue($"0x{value:x}");

        public override void WriteAsPropertyName(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WritePropertyName($"0x{value:x}");
    }

    private sealed class Anything : JsonConverter<object>
    {
        public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => null;

        public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options) => writer.WriteStringValue("anything");
    }
}
