using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Sequences that a converter of the user's writes as one value.</summary>
public sealed class SerializedSequenceTests
{
    [Fact]
    public async Task Write_converterOfTheDeclaredSequence_writesTheWhole()
    {
        JsonRowOptions options = With(new Counting<IEnumerable<Item>>());
        await CheckAsync(JsonRows.From(new List<Item> { new(1), new(2) }), options, "2");
        await CheckAsync(JsonRows.From(Enumerable.Range(0, 5).Select(i => new Item(i))), options, "5");
        await CheckAsync(JsonRows.From(Array.Empty<Item>()), options, "0");
    }

    [Fact]
    public async Task Write_converterOfTheSequencesOwnType_writesTheWhole()
    {
        JsonRowOptions options = With(new Counting<List<Item>>());
        await CheckAsync(JsonRows.From(new List<Item> { new(1) }), options, "1");
        await CheckAsync(JsonRows.From(new[] { new Item(1) }), options, """[{"Id":1}]""");
    }

    [Fact]
    public async Task Write_converterOfSomethingElse_isNotForTheSequence()
    {
        JsonRowOptions options = With(new Counting<IEnumerable<string>>());
        await CheckAsync(JsonRows.From(new List<Item> { new(1) }), options, """[{"Id":1}]""");
    }

    [Fact]
    public async Task Write_sequencesOfOneTypeAndOfAnother_asksForEachTypeOnce()
    {
        var asked = new Asked();
        JsonRowOptions options = new(new JsonSerializerOptions { Converters = { asked, new Counting<List<Item>>() } });
        for (int i = 0; i < 3; i++) await CheckAsync(JsonRows.From(new[] { new Item(1) }), options, """[{"Id":1}]""");
        asked.Sequences.Should().Equal(typeof(IEnumerable<Item>), typeof(Item[]));

        // The declared type is the same, and so is what was asked before.
        await CheckAsync(JsonRows.From(new List<Item> { new(1) }), options, "1");
        await CheckAsync(JsonRows.From<object>(new[] { new Item(1) }), options, """[{"Id":1}]""");
        await CheckAsync(JsonRows.From(new List<Item> { new(1) }), options, "1");
    }

    private sealed class Asked : JsonConverterFactory
    {
        public List<Type> Sequences { get; } = [];

        public override bool CanConvert(Type typeToConvert)
        {
            if (typeToConvert.IsAssignableTo(typeof(System.Collections.IEnumerable)) && typeToConvert != typeof(string)) Sequences.Add(typeToConvert);
            return false;
        }

        public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) => null;
    }

    /// <summary>Rows that are documents have no sequence around them.</summary>
    [Fact]
    public void Write_lines_areNotTheConverters()
    {
        var options = new JsonRowOptions(With(new Counting<IEnumerable<Item>>())) { Format = JsonRowFormat.Lines };
        JsonRows.From(new List<Item> { new(1), new(2) }).ToJsonString(options).Should().Be("{\"Id\":1}\n{\"Id\":2}\n");
    }

    [Fact]
    public void WriteTo_jsonWriter_isOneValueOfTheDocument()
    {
        var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WritePropertyName("rows");
            JsonRows.From(new List<Item> { new(1), new(2) }).WriteTo(writer, With(new Counting<IEnumerable<Item>>())).Rows.Should().Be(1);
            writer.WriteEndObject();
        }
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"rows":2}""");
    }

    [Fact]
    public void Write_converterThatFails_isAFailureOfTheValue()
    {
        var stream = new MemoryStream();
        JsonRowOptions options = With(new Counting<IEnumerable<Item>> { Fails = true });

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(new List<Item> { new(1) }).WriteTo(stream, options))
            .Should().Throw<JsonRowException>().Which;

        (failure.Stage, failure.RowIndex).Should().Be((JsonRowStage.Value, 0));
        failure.InnerException.Should().BeOfType<TimeoutException>();
        stream.Length.Should().Be(0);
    }

    [Fact]
    public void WriteTo_jsonWriterAndConverterThatFailsWithinTheValue_isAFailureOfTheValue()
    {
        var buffer = new System.Buffers.ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        JsonRowOptions options = With(new Counting<IEnumerable<Item>> { FailsWithin = true });

        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(new List<Item> { new(1) }).WriteTo(writer, options))
            .Should().Throw<JsonRowException>().Which;

        (failure.Stage, failure.RowIndex, failure.ColumnName).Should().Be((JsonRowStage.Value, 0, null));
        failure.InnerException.Should().BeOfType<TimeoutException>();
        failure.Message.Should().EndWith("The output ends before the value.");
        writer.Flush();
        buffer.WrittenCount.Should().Be(0);
    }

    [Fact]
    public void Write_inAnEnvelopeAndConverterThatFails_isOneFailure()
    {
        JsonRows rows = JsonRows.From(new List<Item> { new(1) }).InEnvelope(new JsonRowEnvelope("rows"));
        JsonRowOptions options = With(new Counting<IEnumerable<Item>> { FailsWithin = true });
        using var writer = new Utf8JsonWriter(Stream.Null);

        foreach (Action write in (Action[])[() => rows.ToUtf8Bytes(options), () => rows.WriteTo(writer, options)])
            write.Should().Throw<JsonRowException>().WithMessage("Row 0 could not be written: *").WithInnerException<TimeoutException>();
    }

    [Fact]
    public void Write_secondTime_asksTheConverterAgain()
    {
        var converter = new Counting<IEnumerable<Item>>();
        JsonRowOptions options = With(converter);
        JsonRows rows = JsonRows.From(new List<Item> { new(1) });
        for (int write = 1; write < 4; write++)
        {
            rows.ToJsonString(options).Should().Be("1");
            converter.Calls.Should().Be(write);
        }
    }

    private static JsonRowOptions With(JsonConverter converter) => new(new JsonSerializerOptions { Converters = { converter } });

    private static async Task CheckAsync(JsonRows rows, JsonRowOptions options, string expected)
    {
        rows.ToJsonString(options).Should().Be(expected);
        var stream = new MemoryStream();
        await rows.WriteToAsync(stream, options);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    private sealed record Item(int Id);

    /// <summary>Writes how many rows there are.</summary>
    private sealed class Counting<T> : JsonConverter<T>
        where T : IEnumerable<object>
    {
        public bool Fails { get; init; }

        public bool FailsWithin { get; init; }

        public int Calls { get; private set; }

        public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            Calls++;
            if (FailsWithin) writer.WriteStartArray();
            if (Fails || FailsWithin) throw new TimeoutException("The converter is tired.");
            writer.WriteNumberValue(value.Count());
        }
    }
}
