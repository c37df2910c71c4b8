using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.Tests;

/// <summary>Rows that the serializer writes, several in one call, and single values that the encoder writes.</summary>
public partial class SerializedBatchTests
{
    private const int Rows = 3000;

    private static readonly JsonSerializerOptions[] Styles =
    [
        new(), new() { WriteIndented = true }, new() { WriteIndented = true, NewLine = "\r\n", IndentCharacter = '\t', IndentSize = 3 },
    ];

    public static TheoryData<string> Thresholds => ["1", "1000", "60000"];

    [Fact]
    public void WriteTo_scalars_areNotTheSerializers()
    {
        Writes<int>(null).Should().BeTrue();
        Writes<Guid?>(null).Should().BeTrue();
        Writes<string>(null).Should().BeTrue();
        Writes<double>(new() { NumberHandling = JsonNumberHandling.WriteAsString }).Should().BeFalse();
        Writes<string>(new() { Converters = { new Loud() } }).Should().BeFalse();
        Writes<Uri>(null).Should().BeFalse();
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public void WriteTo_rowsOfTheSerializer_haveItsBytesInBatchesOfTheThreshold(string threshold)
    {
        Check(Enumerable.Range(0, Rows).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => long.MaxValue - i).ToArray());
        Check(Enumerable.Range(0, Rows).Select(i => new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => i % 3 == 0 ? (double?)null : i * 1.25).ToArray());
        Check(Enumerable.Range(0, Rows).Select(i => i % 7 == 0 ? null : $"text {i} \"ä\"").ToList());
        Check(Enumerable.Range(0, Rows).Select(i => (DayOfWeek)(i % 9)).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => i % 5 == 0 ? null : new Uri($"http://localhost/{i}")).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => (Animal)new Cat { Id = i, Lives = 9 }).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => new[] { i, i + 1 }).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => (JsonNode?)(i % 4 == 0 ? null : new JsonObject { ["Id"] = i })).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => new JsonObject { ["Id"] = i }).ToList());
        Check(Enumerable.Range(0, Rows).Select(i => new { Id = i, Nested = new { Values = new[] { i } }, Empty = new object() }).ToList());

        void Check<T>(IEnumerable<T> rows)
        {
            foreach (JsonSerializerOptions style in Styles) CheckIn(rows, style);
        }

        void CheckIn<T>(IEnumerable<T> rows, JsonSerializerOptions style)
        {
            var sink = new BatchSizes();
            JsonRowOptions options = new(style) { FlushThreshold = int.Parse(threshold, System.Globalization.CultureInfo.InvariantCulture) };
            Begin(rows, options);
            foreach (IEnumerable<T> source in new[] { rows, rows.Where(_ => true) })
            {
                sink.SetLength(0);
                JsonRows.From(source).WriteTo(sink, options).Rows.Should().Be(Rows);
                Same.Bytes(sink.ToArray(), JsonSerializer.SerializeToUtf8Bytes(rows, style), typeof(T).Name);
                sink.Largest.Should().BeLessThan(options.FlushThreshold + 2000);
            }
        }
    }

    [Fact]
    public void WriteTo_generatedCode_writesTheRows()
    {
        List<Animal> rows = [.. Enumerable.Range(0, Rows).Select(i => new Animal { Id = i })];
        List<Called> called = [.. Enumerable.Range(0, Rows).Select(i => new Called { Id = i })];
        JsonSerializerOptions options = BatchContext.Default.Options;

        JsonRowOptions rowOptions = new(options);
        Begin(rows, rowOptions);
        Begin(called, rowOptions);
        JsonRows.From(rows).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(rows, options));
        JsonRows.From(called).ToJsonString(rowOptions).Should().Be(JsonSerializer.Serialize(called, options));
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public void WriteTo_generatedCodeOfStructures_writesThemInBatchesOfTheThreshold(string threshold)
    {
        Point[] rows = [.. Enumerable.Range(0, Rows).Select(i => new Point(i, i % 3 == 0 ? null : "é"))];
        foreach (JsonSerializerOptions options in (JsonSerializerOptions[])
            [
                BatchContext.Default.Options,
                // For these the serializer does not call the generated code.
                new(BatchContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping },
                new(BatchContext.Default.Options) { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper },
            ])
        {
            var sink = new BatchSizes();
            JsonRowOptions rowOptions = new(options)
            {
                // Otherwise columns take the rows over.
                ObjectAccess = ObjectAccess.Serializer,
                FlushThreshold = int.Parse(threshold, System.Globalization.CultureInfo.InvariantCulture),
            };
            Begin(rows, rowOptions);
            foreach (IEnumerable<Point> source in new[] { rows, rows.Where(_ => true) })
            {
                sink.SetLength(0);
                JsonRows.From(source).WriteTo(sink, rowOptions).Rows.Should().Be(Rows);
                Same.Bytes(sink.ToArray(), JsonSerializer.SerializeToUtf8Bytes(rows, options), "structures");
                sink.Largest.Should().BeLessThan(rowOptions.FlushThreshold + 2000);
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(60_000)]
    public void WriteTo_generatedCodeThatFails_endsTheOutputAfterTheRowBeforeIt(int threshold)
    {
        const int failing = 70;
        Faulty[] rows = [.. Enumerable.Range(0, 100).Select(i => new Faulty(i, i == failing))];
        JsonRowOptions options = new(BatchContext.Default.Options) { ObjectAccess = ObjectAccess.Serializer, FlushThreshold = threshold };
        Begin(Enumerable.Range(0, Rows).Select(i => new Faulty(i, false)), options);
        var stream = new MemoryStream();

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(rows).WriteTo(stream, options))
            .Should().Throw<JsonRowException>().Which;

        (failure.RowIndex, failure.Stage).Should().Be((failing, JsonRowStage.Value));
        failure.InnerException.Should().BeOfType<TimeoutException>();
        string expected = JsonSerializer.Serialize(rows.Take(failing), BatchContext.Default.Options);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(threshold == 1 ? expected[..^1] : "");
    }

    [Fact]
    public void WriteTo_rowsWithGeneratedCode_areRefusedAtMaxDepth()
    {
        List<Called> rows = [new Called { Id = 1 }, new Called { Id = 2 }];
        JsonSerializerOptions options = new() { TypeInfoResolver = BatchContext.Default, MaxDepth = 2 };
        foreach (IEnumerable<Called> source in new[] { rows, rows.Where(_ => true) })
        {
            WrittenAt(1, writer => JsonRows.From(source).WriteTo(writer, new JsonRowOptions(options))).Should().Be("""[{"Id":1},{"Id":2}]""");
            foreach (int depth in new[] { 2, 3 })
            {
                FluentActions.Invoking(() => WrittenAt(depth, writer => JsonRows.From(source).WriteTo(writer, new JsonRowOptions(options))))
                    .Should().Throw<Exception>().Which.GetBaseException().Should().BeOfType<JsonException>();
            }
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_dictionariesWithGeneratedCode_areRefusedAtMaxDepth(bool indented)
    {
        List<Dictionary<string, double?>> rows = [new() { ["a"] = 1.5 }];
        JsonSerializerOptions options = new()
        {
            TypeInfoResolver = JsonTypeInfoResolver.Combine(BatchContext.Default, new DefaultJsonTypeInfoResolver()),
            MaxDepth = 2,
        };

        FluentActions.Invoking(() => WrittenAt(1, writer => Property(writer, () => JsonSerializer.Serialize(writer, rows, options)), indented))
            .Should().Throw<JsonException>();
        FluentActions.Invoking(() => WrittenAt(1, writer => Property(writer, () => JsonRows.From(rows).WriteTo(writer, new(options))), indented))
            .Should().Throw<JsonRowException>().WithInnerException<JsonException>();

        static void Property(Utf8JsonWriter writer, Action write)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("rows");
            write();
        }
    }

    /// <summary>Generated code of a sequence does not look at the depth of its elements.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void WriteTo_sequenceWithGeneratedCode_equalsTheSerializerAtMaxDepth(int depth)
    {
        Faulty[] rows = [new Faulty { Id = 1 }, new Faulty { Id = 2 }];
        JsonSerializerOptions options = new() { TypeInfoResolver = BatchContext.Default, MaxDepth = 2 };

        string text = WrittenAt(depth, writer => JsonRows.From(rows).WriteTo(writer, new JsonRowOptions(options)));

        text.Should().Be(WrittenAt(depth, writer => JsonSerializer.Serialize<IEnumerable<Faulty>>(writer, rows, options)));
    }

    [Fact]
    public void WriteTo_contractsOfOneType_eachWriteTheirRows()
    {
        List<Called> rows = [.. Enumerable.Range(0, Rows).Select(i => new Called { Id = i })];
        JsonSerializerOptions options = new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
        options.MakeReadOnly();
        JsonRowOptions rowOptions = new(options) { ObjectAccess = ObjectAccess.Serializer };
        byte[] all = JsonSerializer.SerializeToUtf8Bytes(rows, options);
        byte[] named = JsonSerializer.SerializeToUtf8Bytes(rows.ConvertAll(row => new { Key = row.Id }));
        JsonTypeInfo<Called> renamed = Renamed();

        Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(rowOptions), all, "own, first");
        for (int i = 0; i < 2; i++)
        {
            Same.Bytes(JsonRows.From(rows, renamed).ToUtf8Bytes(rowOptions), named, "renamed");
            Same.Bytes(JsonRows.From(rows).ToUtf8Bytes(rowOptions), all, "own");
        }

        JsonTypeInfo<Called> Renamed()
        {
            JsonTypeInfo<Called> made = JsonTypeInfo.CreateJsonTypeInfo<Called>(options);
            JsonPropertyInfo key = made.CreateJsonPropertyInfo(typeof(int), "Key");
            key.Get = row => ((Called)row).Id;
            made.Properties.Add(key);
            return made;
        }
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 1)]
    [InlineData(false, 60_000)]
    [InlineData(true, 60_000)]
    public void WriteTo_rowThatFails_endsTheOutputAfterTheRowBeforeIt(bool isSequence, int threshold)
    {
        foreach (JsonSerializerOptions style in Styles) FailIn(style, isSequence, threshold);
    }

    private static void FailIn(JsonSerializerOptions style, bool isSequence, int threshold)
    {
        const int failing = 70;
        List<Failing> rows = [.. Enumerable.Range(0, 100).Select(i => new Failing { Id = i, Fails = i == failing })];
        var stream = new MemoryStream();
        IEnumerable<Failing> source = isSequence ? rows.Where(_ => true) : rows;
        JsonRowOptions options = new(style) { FlushThreshold = threshold };
        Begin(Enumerable.Range(0, Rows).Select(_ => new Failing()), options);

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(source).WriteTo(stream, options))
            .Should().Throw<JsonRowException>().Which;

        (failure.RowIndex, failure.Stage).Should().Be((failing, JsonRowStage.Value));
        failure.InnerException.Should().BeOfType<TimeoutException>();
        rows.Sum(row => row.Calls).Should().Be(failing + 1, "no getter is called again");
        string expected = JsonSerializer.Serialize(rows.Take(failing), style);
        int closing = style.WriteIndented ? style.NewLine.Length + 1 : 1;
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(threshold == 1 ? expected[..^closing] : "");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(60_000)]
    public void WriteTo_numberThatJsonHasNot_failsAtItsRow(int threshold)
    {
        double[] rows = [1, 2.5, double.NaN, 4];
        var stream = new MemoryStream();

        // The option is about cells.
        var options = new JsonRowOptions { FlushThreshold = threshold, NonFiniteHandling = JsonNonFiniteHandling.Null };
        FluentActions.Invoking(() => JsonRows.From(rows).WriteTo(stream, options))
            .Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(2);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(threshold == 1 ? "[1,2.5" : "");
    }

    [Fact]
    public void WriteTo_sourceThatFails_isAFailureOfTheSource()
    {
        static IEnumerable<Failing> Source()
        {
            yield return new Failing { Id = 1 };
            throw new NotSupportedException("The source is tired.");
        }
        var options = new JsonRowOptions();
        Begin(Enumerable.Range(0, Rows).Select(_ => new Failing()), options);
        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(Source()).ToJsonString(options)).Should().Throw<JsonRowException>().Which;

        (failure.RowIndex, failure.Stage).Should().Be((1, JsonRowStage.Source));
        failure.InnerException!.Message.Should().Be("The source is tired.");
    }

    [Theory]
    [InlineData(false, 3)]
    [InlineData(true, 3)]
    [InlineData(false, 30)]
    [InlineData(true, 30)]
    public void WriteTo_converterThatWritesNothing_isRefused(bool disposes, int count)
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { new Silent(disposes) } });
        Begin(Enumerable.Range(0, Rows).Select(_ => new Cat { Id = 1 }), options);

        JsonRowException failure = FluentActions
            .Invoking(() => JsonRows.From(Enumerable.Range(1, count).Select(i => new Cat { Id = i }).ToList()).ToJsonString(options))
            .Should().Throw<JsonRowException>().Which;

        failure.RowIndex.Should().Be(1);
    }

    /// <summary>The text of a writer that is so many levels deep after a value.</summary>
    private static string WrittenAt(int depth, Action<Utf8JsonWriter> write, bool indented = false)
    {
        using var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = indented });
        for (int i = 1; i < depth; i++) writer.WriteStartArray();
        write(writer);
        writer.Flush();
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>Rows before those that are tested: what is made for batches of the type is made by then.</summary>
    private static void Begin<T>(IEnumerable<T> rows, JsonRowOptions options) => JsonRows.From(rows).WriteTo(Stream.Null, options);

    private static bool Writes<T>(JsonSerializerOptions? serializer)
    {
        var options = new JsonRowOptions(serializer ?? new());
        RowContext context = options.Context;
        RowEncoder encoder = context.Rent();
        encoder.Open(encoder.OwnBuffer, new object(), new SourceInfo(IsValue: false, null));
        bool writes = context.PlanOf(context.ContractOf<T>()).WritesScalars(encoder);
        context.Return(encoder);
        return writes;
    }

    [JsonDerivedType(typeof(Cat), "cat")]
    internal class Animal
    {
        public int Id { get; set; }
    }

    internal sealed class Cat : Animal
    {
        public int Lives { get; set; }
    }

    internal sealed class Called : IJsonOnSerializing
    {
        public int Id { get; set; }

        public void OnSerializing()
        {
        }
    }

    internal readonly record struct Point(int X, string? Name);

    internal readonly record struct Faulty(int Id, [property: JsonIgnore] bool Fails)
    {
        public int Checked => Fails ? throw new TimeoutException("It fails.") : Id;
    }

    /// <summary>Callbacks leave the rows to the serializer.</summary>
    private sealed class Failing : IJsonOnSerializing
    {
        public int Id { get; set; }

        [JsonIgnore]
        public bool Fails { get; set; }

        [JsonIgnore]
        public int Calls { get; private set; }

        public void OnSerializing()
        {
            Calls++;
            if (Fails) throw new TimeoutException("It fails.");
        }
    }

    private sealed class Silent(bool disposes) : JsonConverter<Cat>
    {
        public override Cat Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Cat value, JsonSerializerOptions options)
        {
            if (value.Id != 2) writer.WriteNumberValue(value.Id);
            else if (disposes) writer.Dispose();
        }
    }

    private sealed class Loud : JsonConverter<string>
    {
        public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value + "!");
    }

    private sealed class BatchSizes : MemoryStream
    {
        public int Largest { get; private set; }

        public override void Write(byte[] buffer, int offset, int count)
        {
            Largest = Math.Max(Largest, count);
            base.Write(buffer, offset, count);
        }
    }

    [JsonSerializable(typeof(List<Animal>))]
    [JsonSerializable(typeof(List<Called>))]
    [JsonSerializable(typeof(Point[]))]
    [JsonSerializable(typeof(IEnumerable<Faulty>))]
    [JsonSerializable(typeof(Dictionary<string, double?>))]
    private sealed partial class BatchContext : JsonSerializerContext;
}
