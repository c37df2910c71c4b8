using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Rows as a property of an object: the bytes of an object with the same properties, streamed.</summary>
[Collection(nameof(RunsAlone))]
public class EnvelopeTests(Xunit.Abstractions.ITestOutputHelper log)
{
    private const int Mega = 1024 * 1024;

    private static readonly Dictionary<string, JsonSerializerOptions> Serializers = new()
    {
        ["default"] = new(),
        ["web"] = new(JsonSerializerDefaults.Web),
        ["indented"] = new() { WriteIndented = true },
        ["indented by tabs"] = new() { WriteIndented = true, IndentCharacter = '\t', IndentSize = 1, NewLine = "\r\n" },
        ["ignore null"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull },
        ["ignore default"] = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault },
        ["relaxed"] = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, Converters = { new JsonStringEnumConverter() } },
        ["numbers as strings"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["cycles ignored"] = new() { ReferenceHandler = ReferenceHandler.IgnoreCycles },
    };

    private static readonly JsonRowEnvelope Empty = new("rows");

    public static TheoryData<string, int> OptionsAndCounts
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (string name in Serializers.Keys)
                foreach (int count in (int[])[0, 1, 3, 500])
                    data.Add(name, count);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(OptionsAndCounts))]
    public async Task Write_anySourceAndSink_matchesAnObjectWithTheseProperties(string name, int count)
    {
        JsonSerializerOptions serializer = Serializers[name];
        List<Dictionary<string, object?>> rows = [.. Enumerable.Range(0, count).Select(i => new Dictionary<string, object?> { ["é<"] = i, ["n"] = null })];
        JsonRowEnvelope envelope = new JsonRowEnvelope("TheRows")
            .Before("Total", count).Before("Nothing", (string?)null).Before("Day", DayOfWeek.Friday).Before("Tags", (string[])["a", "ö"])
            .After("Count", written => written.Rows).After("None", _ => (int?)null).After("Point", _ => new { X = 1.5, Y = (object?)"<" });
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(
            new
            {
                Total = count,
                Nothing = (string?)null,
                Day = DayOfWeek.Friday,
                Tags = (string[])["a", "ö"],
                TheRows = rows,
                Count = (long)count,
                None = (int?)null,
                Point = new { X = 1.5, Y = (object?)"<" },
            },
            serializer);
        using JsonDocument document = JsonSerializer.SerializeToDocument(rows);
        var sources = new Dictionary<string, JsonRows>
        {
            ["list"] = JsonRows.From(rows),
            ["sequence"] = JsonRows.From(rows.Select(row => row)),
        };
        // A document's numbers, nulls and names are its own.
        if (serializer.NumberHandling == default) sources["document"] = JsonRows.From(document);
        foreach (BufferSizes sizes in (BufferSizes[])[BufferSizes.Default, BufferSizes.Tiny])
        {
            var options = new JsonRowOptions
            {
                SerializerOptions = serializer,
                Sizes = sizes,
                FlushThreshold = 1000,
            };
            foreach ((string source, JsonRows plain) in sources)
            {
                JsonRows enveloped = plain.InEnvelope(envelope);
                Same.Bytes(enveloped.ToUtf8Bytes(options), expected, source);
                Same.Bytes(await StreamAsync(stream => enveloped.WriteToAsync(stream, options), count), expected, source);
                Same.Bytes(InWriter(serializer, writer => enveloped.WriteTo(writer, options)), InWriter(serializer, Copy), source + " in a writer");
            }
            AsyncJsonRows asynchronous = JsonRows.From(rows.ToAsyncEnumerable()).InEnvelope(envelope);
            Same.Bytes(await StreamAsync(stream => asynchronous.WriteToAsync(stream, options), count), expected, "asynchronous");
        }

        void Copy(Utf8JsonWriter writer) => writer.WriteRawValue(expected, skipInputValidation: true);
    }

    [Fact]
    public void Write_lineBreaks_standBetweenRows() =>
        JsonRows.From(new[] { new { a = 1 }, new { a = 2 } }).InEnvelope(Empty.After("n", written => written.Rows))
            .ToJsonString(new JsonRowOptions { Format = JsonRowFormat.ArrayWithLineBreaks })
            .Should().Be("{\"rows\":[{\"a\":1},\n{\"a\":2}],\"n\":2}");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Write_documentThatIsNoArray_isTheValue(bool isIndented)
    {
        using JsonDocument document = JsonDocument.Parse("""{"a":[1,{}]}""");
        var serializer = new JsonSerializerOptions { WriteIndented = isIndented };
        JsonRows rows = JsonRows.From(document).InEnvelope(Empty.Before("x", 1).After("y", written => written.Rows));
        string expected = JsonSerializer.Serialize(new { x = 1, rows = document, y = 1 }, serializer);
        rows.ToJsonString(new JsonRowOptions(serializer)).Should().Be(expected);
        Encoding.UTF8.GetString(InWriter(serializer, writer => rows.WriteTo(writer, new JsonRowOptions(serializer)))).Should().Be(expected);
    }

    [Fact]
    public void Write_result_countsAllBytes()
    {
        var buffer = new ArrayBufferWriter<byte>();
        JsonRowProgress seen = default;
        JsonRowEnvelope envelope = Empty.After("bytes", written => (seen = written).Rows);
        JsonRowResult result = JsonRows.From(new[] { new { a = 1 } }).InEnvelope(envelope).WriteTo(buffer);
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be("""{"rows":[{"a":1}],"bytes":1}""");
        result.Rows.Should().Be(1);
        result.Bytes.Should().Be(buffer.WrittenCount);
        seen.Should().Be(new JsonRowProgress { Rows = 1, Bytes = """{"rows":[{"a":1}""".Length });
    }

    /// <summary>The writer is flushed by its caller: the serializer would do it after each property.</summary>
    [Theory]
    [InlineData("row")]
    [InlineData("before")]
    [InlineData("after")]
    [InlineData("single value")]
    [InlineData("nothing")]
    public void WriteTo_writerOverAStream_handsNothingOver(string failing)
    {
        using JsonDocument document = JsonDocument.Parse("{}");
        JsonRowEnvelope envelope = Empty.Before("total", 1).Before("page", new { Size = 10, Names = new[] { "é" } });
        if (failing == "before") envelope = envelope.Before("fails", new Broken());
        if (failing is "after" or "single value") envelope = envelope.After("one", _ => 1).After<int>("fails", _ => throw new TimeoutException());
        JsonRows rows = failing == "single value" ? JsonRows.From(document) : JsonRows.From([failing == "row" ? new Broken() : (object)1]);
        var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream);

        Action write = () => rows.InEnvelope(envelope).WriteTo(writer);

        if (failing == "nothing") write();
        else write.Should().Throw<JsonRowException>().WithInnerException<TimeoutException>();
        stream.Length.Should().Be(0);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void WriteTo_writerInsideADocument_hasPropertiesAsTheSerializerWritesThem(string name)
    {
        JsonSerializerOptions options = Serializers[name];
        var value = new { Size = 10, Names = new List<string?> { "é<", null }, Inner = new Dictionary<string, object> { ["a b"] = 1.5 } };
        object? none = null;

        byte[] actual = InWriter(options, writer => Write(writer, () => JsonRows.From(Array.Empty<int>())
            .InEnvelope(Empty.Before("Value", value).Before("Text", "é<").Before("Empty", Array.Empty<int>()).After("Later", _ => (object)value))
            .WriteTo(writer, options)));

        byte[] expected = InWriter(options, writer => Write(writer, () =>
        {
            writer.WriteStartObject();
            Property("Value", value);
            Property("Text", "é<");
            Property("Empty", Array.Empty<int>());
            Property("rows", Array.Empty<int>());
            Property("Later", (object)value);
            writer.WriteEndObject();

            void Property<T>(string property, T it)
            {
                writer.WritePropertyName(options.PropertyNamingPolicy?.ConvertName(property) ?? property);
                JsonSerializer.Serialize(writer, it, options);
            }
        }));
        Same.Bytes(actual, expected, name);

        void Write(Utf8JsonWriter writer, Action envelope)
        {
            writer.WriteStartArray();
            writer.WriteNullValue();
            writer.WriteStartObject();
            writer.WritePropertyName("here");
            envelope();
            writer.WriteNumber("after", 1);
            writer.WriteEndObject();
            JsonSerializer.Serialize(writer, none, options);
            writer.WriteEndArray();
        }
    }

    public static TheoryData<string> Names => [.. Serializers.Keys];

    public static TheoryData<string, int, JsonRowFormat> OptionsCountsAndFormats
    {
        get
        {
            var data = new TheoryData<string, int, JsonRowFormat>();
            foreach (string name in (string[])["default", "indented", "indented by tabs"])
                foreach (int count in (int[])[0, 1, 100])
                    foreach (JsonRowFormat format in (JsonRowFormat[])
                        [JsonRowFormat.Array, JsonRowFormat.ArrayWithLineBreaks, JsonRowFormat.CompactRows, JsonRowFormat.CompactColumns])
                        data.Add(name, count, format);
            return data;
        }
    }

    /// <summary>From the beginning of the envelope to the end of the last row, whatever the sink and its batches.</summary>
    [Theory]
    [MemberData(nameof(OptionsCountsAndFormats))]
    public async Task After_bytes_areThoseOfTheOutputSoFar(string name, int count, JsonRowFormat format)
    {
        var rows = Enumerable.Range(0, count).Select(i => new { a = i, b = "é" }).ToList();
        var seen = new List<JsonRowProgress>();
        JsonRowEnvelope envelope = Empty.Before("total", count).After("bytes", written => Note(written).Bytes).After("rows too", written => Note(written).Rows);
        long? expected = null;
        foreach (int threshold in (int[])[1, 300, 1_000_000])
        {
            var options = new JsonRowOptions(Serializers[name]) { FlushThreshold = threshold, Format = format };
            JsonRows enveloped = JsonRows.From(rows).InEnvelope(envelope);
            // Everything that follows is the same text, whatever the number in it.
            string whole = enveloped.ToJsonString(options);
            expected ??= Encoding.UTF8.GetByteCount(whole[..EndOfRows(whole)]);
            await enveloped.WriteToAsync(new MemoryStream(), options);
            await enveloped.WriteToAsync(PipeWriter.Create(Stream.Null), options);
            await JsonRows.From(rows.ToAsyncEnumerable()).InEnvelope(envelope).WriteToAsync(new MemoryStream(), options);
            // Its own indentation applies, also to what is around compact rows.
            JsonSerializerOptions style = options.IsCompact ? new() : Serializers[name];
            InWriter(style, writer => enveloped.WriteTo(writer, options));
            // Its own comma is not the envelope's.
            if (!style.WriteIndented)
                InWriter(style, writer => { writer.WriteStartArray(); writer.WriteNullValue(); enveloped.WriteTo(writer, options); writer.WriteEndArray(); });
        }
        seen.Should().AllBeEquivalentTo(new JsonRowProgress { Rows = count, Bytes = expected!.Value });

        JsonRowProgress Note(JsonRowProgress written)
        {
            seen.Add(written);
            return written;
        }

        // The bracket of the rows, with the white space before it.
        static int EndOfRows(string whole)
        {
            int bracket = whole.LastIndexOf(']', whole.IndexOf("\"bytes\"", StringComparison.Ordinal));
            return whole[..bracket].TrimEnd().Length;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void After_bytesOfASingleValue_areThoseOfTheOutputSoFar(bool isInWriter)
    {
        using JsonDocument document = JsonDocument.Parse("""{"a":[1,{}]}""");
        JsonRows rows = JsonRows.From(document).InEnvelope(Empty.Before("x", 1).After("bytes", written => written.Bytes));
        const string start = """{"x":1,"rows":{"a":[1,{}]}""";

        string written = isInWriter ? Encoding.UTF8.GetString(InWriter(new(), writer => rows.WriteTo(writer))) : rows.ToJsonString();

        written.Should().Be($$"""{{start}},"bytes":{{start.Length}}}""");
    }

    [Theory]
    [InlineData("x", "x", "y", null)]
    [InlineData("x", "y", "x", null)]
    [InlineData("x", "y", "y", null)]
    [InlineData("rows", "x", "X", "camel")]
    [InlineData("Total", "total", "y", "camel")]
    [InlineData("rows", "columns", "y", "columns")]
    public async Task Write_twoPropertiesOfOneName_areRefusedBeforeAnythingIsWritten(string rowsName, string before, string after, string? options)
    {
        JsonRowEnvelope envelope = new JsonRowEnvelope(rowsName).Before(before, 1).After(after, _ => 2);
        var settings = new JsonRowOptions(options == "camel" ? JsonSerializerOptions.Web : new())
        {
            Format = options == "columns" ? JsonRowFormat.CompactColumns : null,
        };
        var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream);
        using JsonDocument value = JsonDocument.Parse("{}");
        List<Func<Task>> writes =
        [
            () => JsonRows.From(new[] { 1 }).InEnvelope(envelope).WriteToAsync(stream, settings),
            () => JsonRows.From(new[] { 1 }.ToAsyncEnumerable()).InEnvelope(envelope).WriteToAsync(stream, settings),
            () => Task.Run(() => JsonRows.From(new[] { 1 }).InEnvelope(envelope).WriteTo(stream, settings)),
            () => Task.Run(() => JsonRows.From(new[] { 1 }).InEnvelope(envelope).WriteTo(writer, settings)),
        ];
        if (options != "columns") writes.Add(() => JsonRows.From(value).InEnvelope(envelope).WriteToAsync(stream, settings));
        foreach (Func<Task> write in writes)
        {
            (await write.Should().ThrowAsync<InvalidOperationException>()).WithMessage("The envelope has two properties named '*'. Rename one.");
            await writer.FlushAsync();
            stream.Length.Should().Be(0);
        }
    }

    [Fact]
    public async Task Write_lines_isRefused()
    {
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines };
        JsonRows rows = JsonRows.From(new[] { new { a = 1 } }).InEnvelope(Empty);
        AsyncJsonRows asynchronous = JsonRows.From(AsyncEnumerable.Empty<object?>()).InEnvelope(Empty);
        rows.Invoking(rows => rows.ToUtf8Bytes(options)).Should().Throw<ArgumentException>().WithMessage("*JsonRowFormat.Array*");
        await rows.Awaiting(rows => rows.WriteToAsync(Stream.Null, options)).Should().ThrowAsync<ArgumentException>();
        await asynchronous.Awaiting(rows => rows.WriteToAsync(Stream.Null, options)).Should().ThrowAsync<ArgumentException>();
    }

    [Fact]
    public void Write_references_areRefused() =>
        JsonRows.From(new[] { new { a = 1 } }).InEnvelope(Empty)
            .Invoking(rows => rows.ToUtf8Bytes(new JsonRowOptions(new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve })))
            .Should().Throw<NotSupportedException>().WithMessage("*ReferenceHandler*");

    [Fact]
    public void InEnvelope_twice_isRefused()
    {
        JsonRows.From(new[] { new { a = 1 } }).InEnvelope(Empty).Invoking(rows => rows.InEnvelope(Empty)).Should().Throw<InvalidOperationException>();
        JsonRows.From(AsyncEnumerable.Empty<object?>()).InEnvelope(Empty).Invoking(rows => rows.InEnvelope(Empty))
            .Should().Throw<InvalidOperationException>();
    }

    [Theory]
    [InlineData("before", 1)]
    [InlineData("before", 1000)]
    [InlineData("after", 1)]
    [InlineData("after", 1000)]
    public async Task Write_propertyFails_namesItAndClosesNothing(string place, int count)
    {
        var failure = new TimeoutException("It fails on purpose.");
        JsonRowEnvelope envelope = place == "before"
            ? Empty.Before("good", 1).Before("bad", new Failing(failure))
            : Empty.Before("good", 1).After<int>("bad", _ => throw failure);
        JsonRows rows = JsonRows.From(Enumerable.Repeat(new Dictionary<string, object?> { ["a"] = 1 }, count)).InEnvelope(envelope);
        var options = new JsonRowOptions { FlushThreshold = 1000 };
        foreach (bool isAsynchronous in (bool[])[false, true])
        {
            var stream = new MemoryStream();
            Func<Task> write = async () =>
            {
                if (isAsynchronous) await rows.WriteToAsync(stream, options);
                else rows.WriteTo(stream, options);
            };
            JsonRowException thrown = (await write.Should().ThrowAsync<JsonRowException>()).Which;
            thrown.InnerException.Should().BeSameAs(failure);
            (thrown.RowIndex, thrown.ColumnName, thrown.Stage).Should().Be((-1L, "bad", JsonRowStage.Value));
            thrown.Message.Should().StartWith("Property 'bad' of the envelope could not be written: ");
            string written = Encoding.UTF8.GetString(stream.ToArray());
            bool keepsRows = place == "after" && count == 1000;
            written.Should().Be(keepsRows ? "{\"good\":1,\"rows\":[" + string.Join(',', Enumerable.Repeat("{\"a\":1}", count)) : "");
            thrown.Message.Should().EndWith(keepsRows ? "is not closed." : "Nothing was handed to the sink.");
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_propertyOfASingleValueFails_namesIt(bool isBefore)
    {
        using JsonDocument document = JsonDocument.Parse("{\"a\":1}");
        var failure = new TimeoutException("It fails on purpose.");
        JsonRows rows = JsonRows.From(document).InEnvelope(
            isBefore ? Empty.Before("bad", new Failing(failure)) : Empty.After<int>("bad", _ => throw failure));
        foreach (Func<Task> write in (Func<Task>[])
        [
            () => Task.FromResult(rows.ToUtf8Bytes()),
            () => rows.WriteToAsync(Stream.Null),
            () => Task.FromResult(InWriter(new(), writer => rows.WriteTo(writer))),
        ])
        {
            JsonRowException thrown = (await write.Should().ThrowAsync<JsonRowException>()).Which;
            (thrown.ColumnName, thrown.Stage, thrown.InnerException).Should().Be(("bad", JsonRowStage.Value, failure));
        }
    }

    [Fact]
    public async Task WriteToAsync_documentThatIsNoArray_isTheValue()
    {
        using JsonDocument document = JsonDocument.Parse("{\"a\":1}");
        var stream = new MemoryStream();

        await JsonRows.From(document).InEnvelope(Empty.After("n", written => written.Rows)).WriteToAsync(stream);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"rows":{"a":1},"n":1}""");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void WriteTo_jsonWriterWhosePropertyFails_namesIt(bool isBefore)
    {
        var failure = new TimeoutException("It fails on purpose.");
        JsonRows rows = JsonRows.From(new[] { new { a = 1 } }).InEnvelope(
            isBefore ? Empty.Before("bad", new Failing(failure)) : Empty.After<int>("bad", _ => throw failure));
        using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());

        JsonRowException thrown = FluentActions.Invoking(() => rows.WriteTo(writer)).Should().Throw<JsonRowException>().Which;

        (thrown.RowIndex, thrown.ColumnName, thrown.InnerException).Should().Be((-1L, "bad", failure));
        thrown.Message.Should().StartWith("Property 'bad' of the envelope could not be written: ");
    }

    /// <summary>The writer has what is before the failure, and can be asked; an encoder that has written before changes no message.</summary>
    [Theory]
    [InlineData(true, false, "{")]
    [InlineData(true, true, "{")]
    [InlineData(false, false, """{"good":1,"rows":[{"a":1}""")]
    [InlineData(false, true, """{"good":1,"rows":{}""")]
    public void WriteTo_jsonWriterWhosePropertyFails_endsBeforeIt(bool isBefore, bool isValue, string expected)
    {
        using JsonDocument document = JsonDocument.Parse("{}");
        JsonRowEnvelope envelope = Empty.Before("good", 1);
        envelope = isBefore
            ? envelope.Before("bad", new Failing(new TimeoutException("Late.")))
            : envelope.After("last", _ => 1).After<int>("bad", _ => throw new TimeoutException("Late."));
        JsonRows rows = (isValue ? JsonRows.From(document) : JsonRows.From(new[] { new { a = 1 } })).InEnvelope(envelope);
        var options = new JsonRowOptions();
        for (int round = 0; round < 2; round++)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using var writer = new Utf8JsonWriter(buffer);

            FluentActions.Invoking(() => rows.WriteTo(writer, options)).Should().Throw<JsonRowException>().WithMessage(
                "Property 'bad' of the envelope could not be written: Late. Correct the value, or catch this exception and discard the output. "
                + "The output ends before it and is not closed.");

            writer.Flush();
            Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(expected);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteTo_propertyWhoseConverterWritesNothing_namesIt(bool isBefore)
    {
        var options = new JsonRowOptions { SerializerOptions = new JsonSerializerOptions { Converters = { new SilentConverter() } } };
        JsonRowEnvelope envelope = isBefore ? Empty.Before("bad", TimeSpan.Zero) : Empty.After("bad", _ => TimeSpan.Zero);
        JsonRows rows = JsonRows.From(new[] { 1 }).InEnvelope(envelope);
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);

        foreach (Action write in (Action[])[() => rows.ToUtf8Bytes(options), () => rows.WriteTo(writer, options)])
            write.Should().Throw<JsonRowException>().WithMessage("Property 'bad' of the envelope could not be written: A converter wrote no value. *");

        writer.Flush();
        Encoding.UTF8.GetString(buffer.WrittenSpan).Should().Be(isBefore ? "{" : """{"rows":[1""");
    }

    private sealed class SilentConverter : JsonConverter<TimeSpan>
    {
        public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => default;

        public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options)
        {
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task WriteToAsync_propertyThatSeesTheCancellation_isACancellation(bool isBefore)
    {
        using var cancellation = new CancellationTokenSource();
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellation.Token);
        var stream = new MemoryStream();
        JsonRowEnvelope envelope = isBefore ? Empty.Before("bad", new Calling(Cancel)) : Empty.After("bad", _ => Cancel());

        (await JsonRows.From(new[] { 1, 2 }).InEnvelope(envelope)
            .Awaiting(it => it.WriteToAsync(stream, new JsonRowOptions { FlushThreshold = 1 }, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>()).Which.CancellationToken.Should().Be(cancellation.Token);
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(isBefore ? "" : """{"rows":[1""");

        int Cancel()
        {
            cancellation.Cancel();
            linked.Token.ThrowIfCancellationRequested();
            return 1;
        }
    }

    [Fact]
    public void ToString_enveloped_namesRowsAndProperties()
    {
        JsonRowEnvelope envelope = Empty.Before("total", 1).After("n", written => written.Rows);

        JsonRows.From(new[] { 1 }).InEnvelope(envelope).ToString().Should().EndWith(" in {total, rows: […], n})");
        JsonRows.From(AsyncEnumerable.Empty<int>()).InEnvelope(envelope).ToString().Should().EndWith(" in {total, rows: […], n})");
    }

    [Fact]
    public async Task Write_rowFails_closesNeitherArrayNorObject()
    {
        IEnumerable<Dictionary<string, object?>> rows = Enumerable.Range(0, 10).Select(i => new Dictionary<string, object?> { ["a"] = i < 5 ? i : double.NaN });
        var stream = new MemoryStream();
        await JsonRows.From(rows).InEnvelope(Empty.After("n", written => written.Rows))
            .Awaiting(rows => rows.WriteToAsync(stream, new JsonRowOptions { FlushThreshold = 1 })).Should().ThrowAsync<JsonRowException>();
        Encoding.UTF8.GetString(stream.ToArray()).Should().Be("""{"rows":[{"a":0},{"a":1},{"a":2},{"a":3},{"a":4}""");
    }

    [Fact]
    public void Write_depth_countsTheEnvelope()
    {
        var rows = new[] { new Dictionary<string, object?> { ["a"] = new[] { 1 } } };
        for (int depth = 2; depth <= 6; depth++)
        {
            var serializer = new JsonSerializerOptions { MaxDepth = depth };
            string? expected = Outcome.Of(() => JsonSerializer.SerializeToUtf8Bytes(new { rows }, serializer));
            Outcome.Of(() => JsonRows.From(rows).InEnvelope(Empty).ToUtf8Bytes(new JsonRowOptions(serializer))).Should().Be(expected, "of {0}", depth);
        }
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Write_fiveMillionRows_takeConstantMemory()
    {
        var row = new Dictionary<string, object?> { ["id"] = 1, ["text"] = "hello", ["price"] = 2.5 };
        JsonRowEnvelope envelope = Empty.Before("total", 5_000_000).After("count", written => written.Rows);
        var pipe = new Pipe(new PipeOptions(useSynchronizationContext: false));
        GC.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true), most = 0, bytes = 0;
        Task reading = Task.Run(async () =>
        {
            while (true)
            {
                ReadResult result = await pipe.Reader.ReadAsync();
                bytes += result.Buffer.Length;
                most = Math.Max(most, GC.GetTotalMemory(forceFullCollection: false));
                pipe.Reader.AdvanceTo(result.Buffer.End);
                if (result.IsCompleted) return;
            }
        });
        JsonRowResult written = await JsonRows.From(Enumerable.Repeat(row, 5_000_000)).InEnvelope(envelope).WriteToAsync(pipe.Writer);
        await pipe.Writer.CompleteAsync();
        await reading;
        log.WriteLine($"{bytes / 1e6:F0} MB; {(most - before) / 1024.0:F0} KiB of managed memory more than before at most.");
        written.Should().Be(5_000_000);
        bytes.Should().Be(written.Bytes);
        (most - before).Should().BeLessThan(8 * Mega);
    }

    private static async Task<byte[]> StreamAsync(Func<Stream, Task<JsonRowResult>> write, int count)
    {
        var stream = new MemoryStream();
        JsonRowResult result = await write(stream);
        result.Should().Be(count);
        result.Bytes.Should().Be(stream.Length);
        return stream.ToArray();
    }

    /// <summary>Rows whose text is not copied after all, because each is to be on a line of its own and is a number.</summary>
    [Theory]
    [InlineData("[1,2]")]
    [InlineData("""[{"a":1},2]""")]
    public async Task Before_sequenceThatCanBeReadOnce_isWrittenWhateverTheRows(string text)
    {
        using JsonDocument document = JsonDocument.Parse(text);
        var once = new Queue<int>([1, 2, 3]);
        IEnumerable<int> Take()
        {
            while (once.TryDequeue(out int n)) yield return n;
        }

        using var stream = new MemoryStream();
        await JsonRows.From(document).InEnvelope(new JsonRowEnvelope("rows").Before("once", Take()))
            .WriteToAsync(stream, new JsonRowOptions { Format = JsonRowFormat.ArrayWithLineBreaks });

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be($$"""{"once":[1,2,3],"rows":{{text.Replace(",2", ",\n2", StringComparison.Ordinal)}}}""");
    }

    [Fact]
    public void InEnvelope_deferredRowsInAnotherOne_isRefused()
    {
        JsonRows rows = JsonRows.From(_ => JsonRows.From(new[] { 1 }).InEnvelope(new JsonRowEnvelope("inner").Before("total", 5)));
        rows.InEnvelope(new JsonRowEnvelope("outer")).Invoking(it => it.ToJsonString()).Should()
            .Throw<InvalidOperationException>().WithMessage("*in an envelope already*");
    }

    private static byte[] InWriter(JsonSerializerOptions options, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions
        {
            Encoder = options.Encoder,
            Indented = options.WriteIndented,
            IndentCharacter = options.IndentCharacter,
            IndentSize = options.IndentSize,
            NewLine = options.NewLine,
        });
        write(writer);
        writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    private sealed class Calling(Func<int> call)
    {
        public int Value => call();
    }

    private sealed class Broken
    {
        public int A => 1;

        public int Value => throw new TimeoutException();
    }

    private sealed class Failing(Exception failure)
    {
        public int Value => throw failure;
    }
}
