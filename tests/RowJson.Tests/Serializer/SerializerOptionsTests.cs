using System.Buffers;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>JsonRowOptions.SerializerOptions is followed: the bytes of <see cref="JsonSerializer"/>, or its failure.</summary>
public partial class SerializerOptionsTests
{
    private static readonly Dictionary<string, JsonConverter> Converters = new()
    {
        ["string"] = new Marked<string>(),
        ["int"] = new Marked<int>(),
        ["long"] = new Marked<long>(),
        ["double"] = new Marked<double>(),
        ["bool"] = new Marked<bool>(),
        ["decimal"] = new Marked<decimal>(),
        ["float"] = new Marked<float>(),
        ["Half"] = new Marked<Half>(),
        ["byte"] = new Marked<byte>(),
        ["char"] = new Marked<char>(),
        ["DateTime"] = new Marked<DateTime>(),
        ["DateTimeOffset"] = new Marked<DateTimeOffset>(),
        ["DateOnly"] = new Marked<DateOnly>(),
        ["TimeSpan"] = new Marked<TimeSpan>(),
        ["Guid"] = new Marked<Guid>(),
        ["byte[]"] = new Marked<byte[]>(),
        ["enum"] = new JsonStringEnumConverter(),
        ["DBNull"] = new Marked<DBNull>(),
        ["JsonElement"] = new Marked<JsonElement>(),
        ["JsonDocument"] = new Marked<JsonDocument>(),
        ["JsonNode"] = new Marked<JsonNode>(),
        ["object"] = new Marked<object>(),
        ["Dictionary"] = new Marked<Dictionary<string, object?>>(),
        ["List"] = new Marked<List<object?>>(),
        ["array"] = new Marked<object?[]>(),
        ["Dictionary of int"] = new Marked<Dictionary<string, int>>(),
        ["int?"] = new Marked<int?>(),
    };

    public static TheoryData<string> ConverterNames => [.. Converters.Keys];

    [Theory]
    [MemberData(nameof(ConverterNames))]
    public async Task Write_customConverter_hasItsSay(string name)
    {
        var serializer = new JsonSerializerOptions { Converters = { Converters[name] } };
        List<Dictionary<string, object?>> rows = [.. Enumerable.Range(0, 3).Select(_ => EveryType())];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
        // Of a type that none of the converters is for.
        Queue<object?> objects = new([.. rows, .. rows[0].Values]);
        await CheckAsync(JsonRows.From(objects), objects, serializer);
        await CheckAsync(JsonRows.From(rows.Select(row => row)), rows, serializer);
    }

    [Theory]
    [MemberData(nameof(ConverterNames))]
    public async Task Write_customConverterOnTypedRows_hasItsSay(string name)
    {
        var serializer = new JsonSerializerOptions { Converters = { Converters[name] } };
        await CheckTypedAsync("text", serializer);
        await CheckTypedAsync(1, serializer);
        await CheckTypedAsync(1L, serializer);
        await CheckTypedAsync(1.5, serializer);
        await CheckTypedAsync(true, serializer);
        await CheckTypedAsync(1.50m, serializer);
        await CheckTypedAsync(1.5f, serializer);
        await CheckTypedAsync(DateTime.UnixEpoch, serializer);
        await CheckTypedAsync(Guid.Empty, serializer);
        await CheckTypedAsync<int?>(1, serializer);
        await CheckTypedAsync<double?>(null, serializer);
        await CheckTypedAsync(JsonSerializer.SerializeToElement(new[] { 1 }), serializer);
        await CheckTypedAsync<object?>(1, serializer);
        await CheckTypedAsync(DayOfWeek.Friday, serializer);
        await CheckTypedAsync(new Dictionary<string, object?> { ["a"] = 1 }, serializer);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("default")]
    [InlineData("relaxed")]
    public void Write_converterThatAsksForTheEncoderOfItsWriter_findsThatOfTheSerializer(string encoder)
    {
        var options = new JsonSerializerOptions { Encoder = TestEncoders.All[encoder], Converters = { new EncoderConverter() } };
        EncoderName[] rows = [new(), new()];
        EncoderHolder[] holders = [new(1, 2, new()), new(3, 4, new())];
        foreach (ObjectAccess access in Enum.GetValues<ObjectAccess>())
        {
            var rowOptions = new JsonRowOptions(options) { ObjectAccess = access };
            JsonRows.From(rows).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(rows, options));
            JsonRows.From(holders).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(holders, options));
        }
    }

    [Fact]
    public async Task Write_converterOfElements_hasItsSayAboutRows()
    {
        var serializer = new JsonSerializerOptions { Converters = { new Marked<JsonElement>() } };
        JsonElement[] rows = [.. JsonSerializer.SerializeToElement(new[] { 1, 2 }).EnumerateArray()];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Fact]
    public async Task Write_converterThatTakesNull_isAskedAboutNull()
    {
        var serializer = new JsonSerializerOptions { Converters = { new NullWord() } };
        List<Dictionary<string, string?>> rows = [new() { ["a"] = null, ["b"] = "x" }];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Fact]
    public async Task Write_dictionaryKeyPolicy_concernsDictionariesButNotDocuments()
    {
        var serializer = new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper };
        List<Dictionary<string, object?>> rows =
            [new() { ["OneName"] = new Dictionary<string, object?> { ["InnerName"] = JsonSerializer.SerializeToElement(new { LeftAlone = 1 }) }, ["oneName"] = 2 }];
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { SerializerOptions = serializer })
            .Should().Be("""[{"ONE_NAME":{"INNER_NAME":{"LeftAlone":1}},"ONE_NAME":2}]""");
        await CheckAsync(JsonRows.From(rows), rows, serializer);
        using JsonDocument document = JsonSerializer.SerializeToDocument(rows);
        JsonRows.From(document).ToJsonString(new JsonRowOptions { SerializerOptions = serializer })
            .Should().Be("""[{"OneName":{"InnerName":{"LeftAlone":1}},"oneName":2}]""");
    }

    [Fact]
    public async Task Write_preserve_sharesReferencesThroughTheResult()
    {
        var serializer = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        var shared = new Dictionary<string, object?> { ["x"] = 1 };
        var list = new List<object?> { shared };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = shared, ["b"] = list }, new() { ["a"] = shared, ["b"] = list }, shared];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
        await CheckAsync(JsonRows.From(rows.ToArray()), rows.ToArray(), serializer);
        List<object?> objects = [.. rows, shared, 1, null, rows];
        await CheckAsync(JsonRows.From(objects), objects, serializer);
        // A second result begins to count anew.
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Fact]
    public async Task Write_ignoreCycles_writesNullForThem()
    {
        var serializer = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles };
        var cycle = new Dictionary<string, object?> { ["n"] = 1 };
        cycle["self"] = cycle;
        cycle["list"] = new List<object?> { cycle, 2 };
        List<Dictionary<string, object?>> rows = [cycle, cycle];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(7)]
    [Trait("Speed", "Slow")]
    public void Write_maxDepth_failsWhereJsonSerializerFails(int maxDepth)
    {
        var serializer = new JsonSerializerOptions { MaxDepth = maxDepth };
        int limit = maxDepth == 0 ? 64 : maxDepth;
        for (int depth = Math.Max(0, limit - 5); depth < limit + 4; depth++)
        {
            foreach (object? leaf in new object?[] { 1, null, new Dictionary<string, object?>(), new List<object?>(), Array.Empty<object?>(), new[] { 1 } })
            {
                object? dictionaries = leaf, lists = leaf, arrays = leaf, mixed = leaf;
                for (int i = 0; i < depth; i++)
                {
                    dictionaries = new Dictionary<string, object?> { ["a"] = dictionaries };
                    lists = new List<object?> { lists };
                    arrays = new[] { arrays };
                    mixed = i % 3 == 0 ? new List<object?> { mixed } : i % 3 == 1 ? new Dictionary<string, object?> { ["a"] = mixed } : new { Inner = mixed };
                }
                foreach (object? value in new[] { dictionaries, lists, arrays, mixed }) CheckDepth(value, serializer);
            }
        }
    }

    /// <summary>The value in a cell of every kind of source, within and outside a writer's own nesting.</summary>
    private static void CheckDepth(object? value, JsonSerializerOptions serializer)
    {
        List<Dictionary<string, object?>> rows = [new() { ["first"] = 1, ["a"] = value }];
        SameOutcome(JsonRows.From(rows), rows, serializer);
        List<object?> objects = [value];
        SameOutcome(JsonRows.From(objects), objects, serializer);

        byte[] text = JsonSerializer.SerializeToUtf8Bytes(rows, Deep);
        using JsonDocument document = JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 1000 });
        SameOutcome(JsonRows.From(document), document, serializer);
        // A sequence, as rows are declared: in an array the serializer also writes elements that lie at the limit.
        IEnumerable<JsonElement> elements = document.RootElement.EnumerateArray().Where(_ => true);
        SameOutcome(JsonRows.From(elements), elements, serializer);
        JsonArray array = JsonNode.Parse(text, documentOptions: new JsonDocumentOptions { MaxDepth = 1000 })!.AsArray();
        SameOutcome(JsonRows.From(array), array, serializer);
        List<Dictionary<string, JsonElement>> typed = [new() { ["a"] = document.RootElement }];
        SameOutcome(JsonRows.From(typed), typed, serializer);
    }

    private static readonly JsonSerializerOptions Deep = new() { MaxDepth = 1000 };

    private static void SameOutcome(JsonRows rows, object value, JsonSerializerOptions serializer)
    {
        var options = new JsonRowOptions { SerializerOptions = serializer };
        Compare(() => JsonSerializer.SerializeToUtf8Bytes(value, serializer), () => rows.ToUtf8Bytes(options));
        Compare(
            () => Inside(writer => JsonSerializer.Serialize(writer, value, serializer)),
            () => Inside(writer => rows.WriteTo(writer, options)));

        static byte[] Inside(Action<Utf8JsonWriter> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);
            writer.WriteStartArray();
            writer.WriteStartArray();
            write(writer);
            writer.WriteEndArray();
            writer.WriteEndArray();
            writer.Flush();
            return buffer.WrittenSpan.ToArray();
        }

        void Compare(Func<byte[]> viaSerializer, Func<byte[]> own)
        {
            byte[] expected;
            try
            {
                expected = viaSerializer();
            }
            catch (Exception exception) when (exception is JsonException or InvalidOperationException)
            {
                Action write = () => own();
                write.Should().Throw<Exception>("JsonSerializer fails at MaxDepth {0} for {1} of {2}", serializer.MaxDepth, rows.GetType().Name, JsonSerializer.Serialize(value, Deep))
                    .Which.Should().Match(thrown => thrown is JsonRowException || thrown is JsonException || thrown is InvalidOperationException);
                return;
            }
            byte[] actual = [];
            Action succeed = () => actual = own();
            succeed.Should().NotThrow("JsonSerializer writes {0} of {1} at MaxDepth {2}", rows.GetType().Name, JsonSerializer.Serialize(value, Deep), serializer.MaxDepth);
            Same.Bytes(actual, expected, $"MaxDepth {serializer.MaxDepth}, {rows.GetType().Name}");
        }
    }

    [Fact]
    public async Task Write_sourceGeneratedResolver_isEnough()
    {
        var serializer = new JsonSerializerOptions { TypeInfoResolver = TestContext.Default };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1, ["b"] = "x", ["c"] = new Known("n", 2), ["d"] = null, ["e"] = 1.5, ["f"] = true }];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Fact]
    public void Write_unknownToTheResolver_isRowException()
    {
        var serializer = new JsonSerializerOptions { TypeInfoResolver = TestContext.Default };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1 }, new() { ["a"] = new Version(1, 2) }];
        Action write = () => JsonRows.From(rows).ToUtf8Bytes(new JsonRowOptions { SerializerOptions = serializer });
        JsonRowException exception = write.Should().Throw<JsonRowException>().Which;
        exception.InnerException.Should().BeOfType<NotSupportedException>();
        (exception.RowIndex, exception.ColumnName).Should().Be((1L, "a"));
    }

    [Fact]
    public void Write_emptyResolver_documentsAndPlainCellsNeedNone()
    {
        var options = new JsonRowOptions { SerializerOptions = new() { TypeInfoResolver = JsonTypeInfoResolver.Combine() } };
        using JsonDocument document = JsonDocument.Parse("""[ {"a": [1, "x"]} ]""");
        JsonRows.From(document).ToJsonString(options).Should().Be("""[{"a":[1,"x"]}]""");
        List<Dictionary<string, object?>> rows = [new() { ["a"] = 1, ["b"] = "x", ["c"] = null, ["d"] = 1.5, ["e"] = DateTime.UnixEpoch, ["f"] = new List<object?> { true } }];
        JsonRows.From(rows).ToJsonString(options).Should().Be("""[{"a":1,"b":"x","c":null,"d":1.5,"e":"1970-01-01T00:00:00Z","f":[true]}]""");
    }

    [Fact]
    public async Task Write_contractModifier_hasItsSay()
    {
        var resolver = new DefaultJsonTypeInfoResolver
        {
            Modifiers = { info => { if (info.Type == typeof(int) || info.Type == typeof(double)) info.NumberHandling = JsonNumberHandling.WriteAsString; } },
        };
        var serializer = new JsonSerializerOptions { TypeInfoResolver = resolver };
        List<Dictionary<string, object?>> rows = [EveryType()];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    [Theory]
    [InlineData(JsonNumberHandling.WriteAsString)]
    [InlineData(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    [InlineData(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    [InlineData(JsonNumberHandling.AllowReadingFromString)]
    public async Task Write_numberHandling_hasItsSay(JsonNumberHandling handling)
    {
        var serializer = new JsonSerializerOptions { NumberHandling = handling };
        Dictionary<string, object?> row = EveryType();
        Dictionary<string, double> doubles = new() { ["a"] = 1.5 };
        if (handling.HasFlag(JsonNumberHandling.AllowNamedFloatingPointLiterals))
        {
            (row["nan"], row["inf"], row["nested"]) = (double.NaN, float.NegativeInfinity, new object?[] { Half.PositiveInfinity, double.NaN });
            doubles["nan"] = double.NaN;
        }
        await CheckAsync(JsonRows.From(new[] { row }), new[] { row }, serializer);
        await CheckAsync(JsonRows.From(new[] { doubles }), new[] { doubles }, serializer);
    }

    [Fact]
    public void Write_shapeOfAnyColumns_asksConvertersForEachValue()
    {
        object?[] values = ["text", 1, 1.5, true, null, long.MaxValue, new Dictionary<string, object?> { ["a"] = "text" }, new[] { "text" }];
        var rows = values.Select(value => new AnyRow(value, value as string, value as int?)).ToList();
        JsonRowShape<AnyRow> any = new JsonRowShape<AnyRow>().Column("Any", row => row.Any);
        JsonRowShape<AnyRow> all = any.Column("Text", row => row.Text).Column("Number", row => row.Number);
        JsonConverter[] converters =
            [new Marked<string>(), new Marked<int>(), new Marked<object>(), new Marked<bool>(), new Marked<double>(), new NullWord()];
        foreach (JsonConverter converter in converters)
        {
            var serializer = new JsonSerializerOptions { Converters = { converter } };
            var options = new JsonRowOptions(serializer);
            JsonRows.From(rows, all).ToJsonString(options)
                .Should().Be(JsonSerializer.Serialize(rows, serializer), "of {0}", converter.GetType());
            JsonRows.From(rows, any).ToJsonString(options)
                .Should().Be(JsonSerializer.Serialize(rows.Select(row => new { row.Any }), serializer), "of {0}", converter.GetType());
        }
    }

    [Fact]
    public async Task Write_indentedInEveryStyle_matchesJsonSerializer()
    {
        List<Dictionary<string, object?>> rows = [EveryType(), new(), EveryType()];
        foreach (string newLine in new[] { "\n", "\r\n" })
        {
            foreach ((char character, int size) in new[] { (' ', 0), (' ', 2), (' ', 127), ('\t', 1), ('\t', 3) })
            {
                var serializer = new JsonSerializerOptions { WriteIndented = true, NewLine = newLine, IndentCharacter = character, IndentSize = size };
                await CheckAsync(JsonRows.From(rows), rows, serializer);
                await CheckAsync(JsonRows.From(new List<object>()), new List<object>(), serializer);
                using JsonDocument document = JsonDocument.Parse("""[{"a":[],"b":{},"c":[1,{"d":2}]},[],1]""");
                await CheckAsync(JsonRows.From(document), document, serializer);
            }
        }
    }

    private static async Task CheckTypedAsync<TValue>(TValue value, JsonSerializerOptions serializer)
    {
        List<Dictionary<string, TValue>> rows = [new() { ["a"] = value, ["b"] = value }];
        await CheckAsync(JsonRows.From(rows), rows, serializer);
    }

    private static async Task CheckAsync<T>(JsonRows rows, IEnumerable<T> value, JsonSerializerOptions serializer) =>
        await Matrix.CheckAsync(new ComparedRows(typeof(T).Name, rows, value, [.. value]), new JsonRowOptions { SerializerOptions = serializer }, RowTarget.All);

    private static async Task CheckAsync(JsonRows rows, JsonDocument value, JsonSerializerOptions serializer)
    {
        var source = new ComparedRows("document", rows, value, [.. value.RootElement.EnumerateArray()]);
        await Matrix.CheckAsync(source, new JsonRowOptions { SerializerOptions = serializer }, RowTarget.All);
    }

    private static Dictionary<string, object?> EveryType() => new()
    {
        ["string"] = "text",
        ["int"] = 1,
        ["long"] = 2L,
        ["double"] = 1.5,
        ["bool"] = true,
        ["null"] = null,
        ["decimal"] = 1.50m,
        ["float"] = 2.5f,
        ["Half"] = (Half)0.5,
        ["byte"] = (byte)1,
        ["char"] = 'c',
        ["DateTime"] = DateTime.UnixEpoch,
        ["DateTimeOffset"] = DateTimeOffset.UnixEpoch,
        ["DateOnly"] = new DateOnly(2020, 1, 2),
        ["TimeSpan"] = TimeSpan.FromHours(1),
        ["Guid"] = Guid.Empty,
        ["byte[]"] = new byte[] { 1 },
        ["enum"] = DayOfWeek.Friday,
        ["DBNull"] = DBNull.Value,
        ["JsonElement"] = JsonSerializer.SerializeToElement("e"),
        ["JsonDocument"] = JsonSerializer.SerializeToDocument(new[] { 1 }),
        ["JsonNode"] = JsonValue.Create(1),
        ["object"] = new object(),
        ["Dictionary"] = new Dictionary<string, object?> { ["x"] = 1, ["y"] = "s" },
        ["List"] = new List<object?> { 1, "s", null, 2.5 },
        ["array"] = new object?[] { 1, "s" },
        ["Dictionary of int"] = new Dictionary<string, int> { ["i"] = 1 },
        ["int[]"] = new[] { 1, 2 },
        ["record"] = new Known("k", 1),
    };

    internal sealed record Known(string Name, int Count);

    [JsonSerializable(typeof(List<Dictionary<string, object?>>))]
    [JsonSerializable(typeof(Known))]
    [JsonSerializable(typeof(double))]
    [JsonSerializable(typeof(bool))]
    private sealed partial class TestContext : JsonSerializerContext;

    private sealed record AnyRow(object? Any, string? Text, int? Number);

    private sealed record EncoderName;

    private sealed record EncoderHolder(int First, int Second, EncoderName Name);

    /// <summary>Writes which encoder the writer has.</summary>
    private sealed class EncoderConverter : JsonConverter<EncoderName>
    {
        public override EncoderName Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, EncoderName value, JsonSerializerOptions options) =>
            writer.WriteStringValue(writer.Options.Encoder?.GetType().Name ?? "null");
    }

    /// <summary>Writes a type in a form of its own, so that the output shows which converter wrote it.</summary>
    private sealed class Marked<T> : JsonConverter<T>
    {
        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            writer.WriteStartObject();
            writer.WriteString("<" + typeof(T).Name, Convert.ToString(value, CultureInfo.InvariantCulture)?.Length.ToString(CultureInfo.InvariantCulture));
            writer.WriteEndObject();
        }
    }

    private sealed class NullWord : JsonConverter<string>
    {
        public override bool HandleNull => true;

        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string? value, JsonSerializerOptions options) => writer.WriteStringValue(value ?? "nothing");
    }
}
