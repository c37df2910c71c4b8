using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

public class JsonRowOptionsTests
{
    [Fact]
    public void Default_untouched_hasTheDocumentedValues()
    {
        foreach (JsonRowOptions options in new[] { new JsonRowOptions(), JsonRowOptions.Default })
        {
            options.Serializer.Should().BeSameAs(JsonSerializerOptions.Default);
            options.Format.Should().Be(JsonRowFormat.Array);
            options.FlushThreshold.Should().Be(61_440);
            options.MaxCachedNames.Should().Be(4096);
            options.MaxDegreeOfParallelism.Should().Be(1);
            options.OmitNulls.Should().BeFalse();
            options.NonFinite.Should().Be(JsonNonFiniteHandling.AsSerializer);
            options.ColumnName.Should().BeNull();
        }
        JsonRowOptions.Default.Should().BeSameAs(JsonRowOptions.Default);
    }

    [Fact]
    public void Init_invalidValue_throws()
    {
        Action[] outOfRange =
        [
            () => _ = new JsonRowOptions { Format = (JsonRowFormat)3 },
            () => _ = new JsonRowOptions { Format = (JsonRowFormat)(-1) },
            () => _ = new JsonRowOptions { NonFinite = (JsonNonFiniteHandling)3 },
            () => _ = new JsonRowOptions { FlushThreshold = 0 },
            () => _ = new JsonRowOptions { FlushThreshold = -1 },
            () => _ = new JsonRowOptions { MaxCachedNames = -1 },
            () => _ = new JsonRowOptions { MaxDegreeOfParallelism = 0 },
        ];
        foreach (Action init in outOfRange) init.Should().Throw<ArgumentOutOfRangeException>();
        Action noSerializer = () => _ = new JsonRowOptions { Serializer = null! };
        noSerializer.Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void Init_extremeValues_areAccepted()
    {
        var options = new JsonRowOptions { FlushThreshold = int.MaxValue, MaxCachedNames = int.MaxValue, MaxDegreeOfParallelism = int.MaxValue };
        Rows(("a", 1)).ToJsonString(options).Should().Be("""[{"a":1}]""");
        var stream = new MemoryStream();
        Rows(("a", 1)).WriteTo(stream, new JsonRowOptions { FlushThreshold = 1, MaxCachedNames = 0 });
        System.Text.Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public void Properties_afterInitialization_cannotBeSet()
    {
        foreach (var property in typeof(JsonRowOptions).GetProperties())
        {
            if (property.SetMethod is null) continue;
            property.SetMethod.ReturnParameter.GetRequiredCustomModifiers().Should().Contain(typeof(IsExternalInit), property.Name);
        }
    }

    [Fact]
    public void Serializer_firstUse_becomesReadOnly()
    {
        var serializer = new JsonSerializerOptions();
        Rows(("a", 1)).ToUtf8Bytes(new JsonRowOptions { Serializer = serializer });
        serializer.IsReadOnly.Should().BeTrue();
        Action change = () => serializer.WriteIndented = true;
        change.Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void NameCache_severalEncoders_isKeptPerEncoder()
    {
        var options = new JsonRowOptions();
        JsonRows rows = Rows(("<é>", "<é>"));
        for (int i = 0; i < 3; i++)
        {
            rows.ToJsonString(options).Should().Be("""[{"\u003C\u00E9\u003E":"\u003C\u00E9\u003E"}]""");
            Through(rows, options, JavaScriptEncoder.UnsafeRelaxedJsonEscaping).Should().Be("""[{"<é>":"<é>"}]""");
            Through(rows, options, null).Should().Be("""[{"\u003C\u00E9\u003E":"\u003C\u00E9\u003E"}]""");
        }
        options.ContextFor(JavaScriptEncoder.UnsafeRelaxedJsonEscaping).Should().BeSameAs(options.ContextFor(JavaScriptEncoder.UnsafeRelaxedJsonEscaping));
        options.ContextFor(null).Should().BeSameAs(options.Context);
    }

    [Fact]
    public void NameCache_manyEncoders_staysBounded()
    {
        var options = new JsonRowOptions();
        for (int i = 0; i < 100; i++)
        {
            var encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.All);
            Through(Rows(("é", 1)), options, encoder).Should().Be("""[{"é":1}]""");
            if (i >= 10) options.ContextFor(encoder).Should().NotBeSameAs(options.ContextFor(encoder), "what is made for it is not kept");
        }
        options.ContextFor(null).Should().BeSameAs(options.Context, "that of the options' own encoder is");
    }

    [Fact]
    public void NameCache_severalPolicies_isKeptPerPolicy()
    {
        var row = new Dictionary<string, object?> { ["OuterName"] = new Dictionary<string, object?> { ["OuterName"] = 1, ["InnerName"] = 2 }, ["InnerName"] = 3 };
        var rows = JsonRows.From(new[] { row, row });
        var camel = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        const string nested = """{"outerName":1,"innerName":2}""";

        rows.ToJsonString(new JsonRowOptions { Serializer = camel }).Should().Be(Twice($$"""{"outerName":{{nested}},"innerName":3}"""));
        var renamed = new JsonRowOptions { Serializer = camel, ColumnName = name => name.ToUpperInvariant() };
        rows.ToJsonString(renamed).Should().Be(Twice($$"""{"OUTERNAME":{{nested}},"INNERNAME":3}"""));
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(1)]
    [InlineData(0)]
    public void ColumnName_anyCapacity_renamesAndLeavesOut(int cached)
    {
        var options = new JsonRowOptions
        {
            MaxCachedNames = cached,
            ColumnName = name => name switch { "secret" => null, "é" => "\"ü\"", _ => name + "!" },
        };
        JsonRows rows = Rows(("secret", 1), ("a", 2), ("é", null), ("b", "x"), ("secret", 2));
        for (int i = 0; i < 3; i++) rows.ToJsonString(options).Should().Be("""[{"a!":2,"\u0022\u00FC\u0022":null,"b!":"x"}]""");
        Rows(("secret", 1)).ToJsonString(options).Should().Be("[{}]");
        Typed(("secret", 1), ("a", 2)).ToJsonString(options).Should().Be("""[{"a!":2}]""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ColumnName_warmCache_isAskedOncePerName(bool isIndented)
    {
        int asked = 0;
        var options = new JsonRowOptions
        {
            Serializer = new JsonSerializerOptions { WriteIndented = isIndented },
            ColumnName = name => (++asked).ToString(System.Globalization.CultureInfo.InvariantCulture),
        };
        JsonRows rows = JsonRows.From(Enumerable.Repeat(new Dictionary<string, object?> { ["a"] = 1, ["b"] = 2 }, 100));
        rows.WriteTo(Stream.Null, options);
        rows.WriteTo(Stream.Null, options);
        asked.Should().Be(2);
    }

    [Fact]
    public void ColumnName_nestedNames_stayAsTheyAre()
    {
        var row = new Dictionary<string, object?>
        {
            ["a"] = new Dictionary<string, object?> { ["a"] = 1 },
            ["b"] = new object?[] { new Dictionary<string, object?> { ["a"] = 1 } },
        };
        JsonRows.From(new[] { row }).ToJsonString(new JsonRowOptions { ColumnName = name => name == "b" ? "B" : "A" })
            .Should().Be("""[{"A":{"a":1},"B":[{"a":1}]}]""");
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(0)]
    public void OmitNulls_nullAndDBNullCells_areLeftOut(int cached)
    {
        var options = new JsonRowOptions { OmitNulls = true, MaxCachedNames = cached };
        Rows(("a", null), ("b", 1), ("c", DBNull.Value), ("d", "x"), ("e", null)).ToJsonString(options).Should().Be("""[{"b":1,"d":"x"}]""");
        Rows(("a", null)).ToJsonString(options).Should().Be("[{}]");
        JsonRows.From(new[] { new Dictionary<string, int?> { ["a"] = null, ["b"] = 1 } }).ToJsonString(options).Should().Be("""[{"b":1}]""");
        JsonRows.From(new[] { new Dictionary<string, string?> { ["b"] = "", ["a"] = null } }).ToJsonString(options).Should().Be("""[{"b":""}]""");
    }

    [Fact]
    public void OmitNulls_nestedNullsAndNullRows_stay()
    {
        var row = new Dictionary<string, object?> { ["a"] = new Dictionary<string, object?> { ["n"] = null }, ["b"] = new object?[] { null } };
        JsonRows.From(new[] { row, null }).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"a":{"n":null},"b":[null]},null]""");
    }

    [Theory]
    [InlineData(JsonNonFiniteHandling.Null, "[{\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":null}]")]
    [InlineData(JsonNonFiniteHandling.NamedLiterals, "[{\"a\":\"NaN\",\"b\":\"Infinity\",\"c\":\"-Infinity\",\"d\":\"NaN\",\"e\":\"Infinity\"}]")]
    public void NonFinite_cells_areWrittenAsAsked(JsonNonFiniteHandling handling, string expected)
    {
        (string, object?)[] cells =
            [("a", double.NaN), ("b", double.PositiveInfinity), ("c", double.NegativeInfinity), ("d", float.NaN), ("e", Half.PositiveInfinity)];
        foreach (int cached in new[] { 0, 100 })
            Rows(cells).ToJsonString(new JsonRowOptions { NonFinite = handling, MaxCachedNames = cached }).Should().Be(expected);
    }

    [Fact]
    public void NonFinite_typedRows_areWrittenAsAsked()
    {
        var row = new Dictionary<string, double> { ["a"] = double.NaN, ["b"] = 1 };
        JsonRows.From(new[] { row }).ToJsonString(new JsonRowOptions { NonFinite = JsonNonFiniteHandling.Null }).Should().Be("""[{"a":null,"b":1}]""");
        var single = new Dictionary<string, float?> { ["a"] = float.NegativeInfinity, ["b"] = null };
        JsonRows.From(new[] { single }).ToJsonString(new JsonRowOptions { NonFinite = JsonNonFiniteHandling.NamedLiterals })
            .Should().Be("""[{"a":"-Infinity","b":null}]""");
    }

    [Fact]
    public void NonFinite_asSerializer_followsNumberHandling()
    {
        JsonRows rows = Rows(("a", double.NaN), ("b", float.PositiveInfinity), ("c", 1.5));
        var named = new JsonRowOptions { Serializer = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals } };
        rows.ToJsonString(named).Should().Be("""[{"a":"NaN","b":"Infinity","c":1.5}]""");
        Action write = () => rows.ToUtf8Bytes();
        write.Should().Throw<JsonRowException>().WithMessage("*NonFinite*");
    }

    [Fact]
    public void NonFinite_nestedValues_areNotConcerned()
    {
        Action write = () => Rows(("a", new object?[] { double.NaN })).ToUtf8Bytes(new JsonRowOptions { NonFinite = JsonNonFiniteHandling.Null });
        write.Should().Throw<JsonRowException>().Which.ColumnName.Should().Be("a");
    }

    [Fact]
    public void Options_documents_obeyOmitNullsAndColumnName()
    {
        using JsonDocument document = JsonDocument.Parse("""[ {"a": null, "b": {"a": null}, "c": "x"}, null, 1 ]""");
        JsonRows.From(document).ToJsonString(new JsonRowOptions { OmitNulls = true }).Should().Be("""[{"b":{"a":null},"c":"x"},null,1]""");
        JsonRows.From(document).ToJsonString(new JsonRowOptions { ColumnName = name => name == "a" ? null : name.ToUpperInvariant() })
            .Should().Be("""[{"B":{"a":null},"C":"x"},null,1]""");
    }

    private static string Through(JsonRows rows, JsonRowOptions options, JavaScriptEncoder? encoder)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = encoder })) rows.WriteTo(writer, options);
        return System.Text.Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    private static string Twice(string row) => $"[{row},{row}]";

    private static JsonRows Rows(params (string Name, object? Value)[] cells) =>
        JsonRows.From(new List<List<KeyValuePair<string, object?>>> { cells.Select(cell => KeyValuePair.Create(cell.Name, cell.Value)).ToList() });

    private static JsonRows Typed(params (string Name, int Value)[] cells) =>
        JsonRows.From(new[] { cells.ToDictionary(cell => cell.Name, cell => cell.Value) });
}
