using System.Buffers;
using System.Collections;
using System.Data;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson.Tests;

/// <summary>Which part of a write failed, and the whole sentences that say so.</summary>
public class StageTests
{
    private const string KeptRows = "The output ends after the last complete row and is not closed.";
    private const string CorrectTheValue = "Correct the value or what it is read from, or catch this exception and discard the output. ";
    private const string NoRows = "Nothing was handed to the sink.";

    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1 };

    private static readonly JsonRowOptions EachRow = new() { FlushThreshold = 1 };

    /// <summary>Names fail, whatever gives them.</summary>
    private static readonly JsonRowOptions FailingNames = new()
    {
        ColumnNamingPolicy = Naming.By(name =>
        throw new IOException("No name."))
    };

    /// <summary>Columns of several kinds, whose names are asked for before the first row begins, or within it.</summary>
    private static readonly Dictionary<string, Func<JsonRows>> Named = new()
    {
        ["dictionary"] = () => JsonRows.From([Row]),
        ["sequence"] = () => JsonRows.From(new[] { Row }.Where(_ => true)),
        ["pairs"] = () => JsonRows.From(new[] { Row.ToArray() }),
        ["reader"] = () => JsonRows.From(new ColumnarReader(Column.Of("a", 1))),
        ["table"] = () => JsonRows.From(Table()),
        ["shape"] = () => JsonRows.From([1], new JsonRowShape<int>().Column("a", n => n)),
        ["shape of a sequence"] = () => JsonRows.From(Enumerable.Range(0, 1), new JsonRowShape<int>().Column("a", n => n)),
        ["document"] = () => JsonRows.From(JsonDocument.Parse("""[{"a":1}]""")),
        ["nodes"] = () => JsonRows.From(new JsonArray(new JsonObject { ["a"] = 1 })),
        ["object"] = () => JsonRows.From(new object?[] { new { a = 1 } }),
    };

    public static TheoryData<string> NamedSources => [.. Named.Keys];

    [Theory]
    [InlineData(0, "The source failed after 0 rows were read: ")]
    [InlineData(1, "The source failed after 1 row was read: ")]
    [InlineData(2, "The source failed after 2 rows were read: ")]
    public async Task Write_sourceFails_saysHowManyRowsAreWritten(int rows, string start)
    {
        const string cause = "The connection broke. Check what the rows are read from, or catch this exception and discard the output. ";
        IEnumerable<Dictionary<string, object?>> Rows()
        {
            for (int i = 0; i < rows; i++) yield return Row;
            throw new IOException("The connection broke.");
        }

        Check(Fail(() => JsonRows.From(Rows()).ToUtf8Bytes()), JsonRowStage.Source, rows, null, start + cause + NoRows);
        Check(
            Fail(() => JsonRows.From(Rows()).WriteTo(new MemoryStream(), EachRow)), JsonRowStage.Source, rows, null,
            start + cause + (rows == 0 ? NoRows : KeptRows));
        Check(
            await FailAsync(() => JsonRows.From(Rows().ToAsync()).WriteToAsync(Stream.Null)), JsonRowStage.Source, rows, null,
                start + cause + NoRows);
    }

    /// <summary>Rows of the serializer's, numbers and pairs: a write of the first had no end.</summary>
    [Fact]
    public async Task Write_sequenceWithoutAnEnumerator_isTheSourcesFailure()
    {
        const string message = "The source failed after 0 rows were read: The sequence has no enumerator: its GetEnumerator() has returned null. "
            + "Check what the rows are read from: it has to stay open and unchanged until the write has ended. " + NoRows;
        JsonRows[] sources =
        [
            JsonRows.From(new NoEnumerator<Uri>()), JsonRows.From(new NoEnumerator<int>()), JsonRows.From(new NoEnumerator<Dictionary<string, object?>>()),
        ];
        foreach (JsonRows rows in sources)
        {
            Task<JsonRowResult> write = Task.Run(() => rows.WriteTo(Stream.Null));
            Check(await FailAsync(() => write.WaitAsync(TimeSpan.FromSeconds(30))), JsonRowStage.Source, 0, null, message);
            Check(await FailAsync(() => rows.WriteToAsync(Stream.Null)), JsonRowStage.Source, 0, null, message);
        }
    }

    [Fact]
    public void WriteTo_sourceIsChanged_saysSo()
    {
        var rows = new HashSet<Dictionary<string, object?>> { Row, new() };
        var options = new JsonRowOptions { ColumnNamingPolicy = Naming.By(name => rows.Add(new()) ? name : name) };
        JsonRowException failure = Fail(() => JsonRows.From(rows).ToUtf8Bytes(options));
        Check(
            failure, JsonRowStage.Source, 1, null,
            "The source failed after 1 row was read: " + failure.InnerException!.Message
            + " Check what the rows are read from: it has to stay open and unchanged until the write has ended. " + NoRows);
    }

    [Fact]
    public async Task WriteTo_documentIsDisposedMeanwhile_isTheSourcesFailure()
    {
        JsonDocument document = JsonDocument.Parse("""[{"a":1},{"a":2}]""");
        var stream = new CallingStream(_ => document.Dispose());
        JsonRowException failure = Fail(() => JsonRows.From(document).WriteTo(stream, EachRow));
        Check(
            failure, JsonRowStage.Source, -1, null,
            $"The source failed: {failure.InnerException!.Message} Keep the source undisposed until the write has ended. " + KeptRows);

        // Row by row: how many rows there were is known.
        document = JsonDocument.Parse("""[{"a":1},{"a":2}]""");
        var options = new JsonRowOptions { FlushThreshold = 1, ColumnNamingPolicy = Naming.By(name => name) };
        failure = await FailAsync(() => JsonRows.From(document).WriteToAsync(new CallingStream(_ => document.Dispose()), options));
        Check(
            failure, JsonRowStage.Source, 1, null,
            $"The source failed after 1 row was read: {failure.InnerException!.Message} "
            + "Keep the source undisposed until the write has ended. " + KeptRows);
    }

    [Fact]
    public async Task Write_readersMoveFails_isTheSourcesFailure()
    {
        static FailingReader Reader() => new(new ColumnarReader(Column.Of("a", 1, 2)), row: 1, column: -1);
        const string message = "The source failed after 1 row was read: The connection broke. "
            + "Check what the rows are read from, or catch this exception and discard the output. " + NoRows;
        Check(Fail(() => JsonRows.From(Reader()).ToUtf8Bytes()), JsonRowStage.Source, 1, null, message);
        Check(await FailAsync(() => JsonRows.From(Reader()).WriteToAsync(Stream.Null)), JsonRowStage.Source, 1, null, message);
    }

    [Fact]
    public async Task Write_readersCellFails_isThatColumnsFailure()
    {
        static FailingReader Reader() => new(new ColumnarReader(Column.Of("a", 1, 2), Column.Of("b", 1, 2)), row: 1, column: 1);
        const string message = "Column 'b' of row 1 could not be written: The connection broke. "
            + "Correct the value or what it is read from, or catch this exception and discard the output. ";
        Check(Fail(() => JsonRows.From(Reader()).ToUtf8Bytes()), JsonRowStage.Value, 1, "b", message + NoRows);
        Check(await FailAsync(() => JsonRows.From(Reader()).WriteToAsync(Stream.Null, EachRow)), JsonRowStage.Value, 1, "b",
            message + KeptRows);
    }

    [Fact]
    public void WriteTo_valueFails_namesColumnAndRow()
    {
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(Row, 5000)];
        rows[4000] = new() { ["bad"] = typeof(int) };
        JsonRowException failure = Fail(() =>
            JsonRows.From(rows).WriteTo(Stream.Null, new JsonRowOptions { FlushThreshold = 100 }));
        Check(
            failure, JsonRowStage.Value, 4000, "bad",
            $"Column 'bad' of row 4000 could not be written: {failure.InnerException!.Message} "
            + "Register a converter for the type, or a context that has it, in JsonRowOptions.SerializerOptions, or convert the value in the source. "
            + KeptRows);
    }

    [Fact]
    public void WriteTo_pairsFail_namesTheRow()
    {
        static IEnumerable<KeyValuePair<string, object?>> Pairs()
        {
            yield return new("a", 1);
            throw new IOException("No more pairs");
        }

        Check(
            Fail(() => JsonRows.From([Pairs()]).ToUtf8Bytes()), JsonRowStage.Value, 0, null,
            "Row 0 could not be written: No more pairs. " + CorrectTheValue + NoRows);
    }

    [Theory]
    [MemberData(nameof(NamedSources))]
    public async Task Write_namingPolicyFails_isNotTheSourcesFailure(string source)
    {
        JsonRowException failure = Fail(() => Named[source]().ToUtf8Bytes(FailingNames));
        Check(
            failure, JsonRowStage.Value, 0, null,
            "Row 0 could not be written: No name. " + CorrectTheValue + NoRows);
        (await FailAsync(() => Named[source]().WriteToAsync(Stream.Null, FailingNames))).Message.Should().Be(failure.Message);
    }

    [Fact]
    public async Task WriteToAsync_namingPolicyFails_isNotTheSourcesFailure()
    {
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("a", n => n);
        (await FailAsync(() => JsonRows.From(Enumerable.Range(0, 1).ToAsync(), shape).WriteToAsync(Stream.Null, FailingNames))).Stage
            .Should().Be(JsonRowStage.Value);
        (await FailAsync(() => JsonRows.From(new[] { Row }.ToAsync()).WriteToAsync(Stream.Null,
            FailingNames))).Stage.Should().Be(JsonRowStage.Value);
    }

    [Fact]
    public void WriteTo_converterIsAskedAndFails_isNotTheSourcesFailure()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { Converters = { new UndecidedConverter() } });
        JsonRows[] sources = [JsonRows.From([new SortedList<string, object?>()]), JsonRows.From(new Queue<SortedList<string,
            object?>>([[]]))];
        foreach (JsonRows rows in sources) Fail(() => rows.ToUtf8Bytes(options)).Stage.Should().Be(JsonRowStage.Value);
    }

    [Fact]
    public void WriteTo_nullRowIsNestedTooDeep_isNotTheSourcesFailure()
    {
        var options = new JsonRowOptions(new JsonSerializerOptions { MaxDepth = 1 });
        JsonRows[] sources = [JsonRows.From(new Dictionary<string, object?>?[] { null }), JsonRows.From(new Dictionary<string,
            object?>?[] { null }.Where(_ => true))];
        foreach (JsonRows rows in sources) Fail(() => rows.ToUtf8Bytes(options)).Stage.Should().Be(JsonRowStage.Value);
    }

    [Fact]
    public void WriteTo_namesThatAreNotUnique_saysWhatToDo()
    {
        var options = new JsonRowOptions { RequireUniqueColumnNames = true };
        Check(
            Fail(() => JsonRows.From(new ColumnarReader(Column.Of("a", 1), Column.Of("a", 1))).ToUtf8Bytes(options)), JsonRowStage.Value,
                0, null,
            "Row 0 could not be written: Two columns are named 'a'. Rename one in the query (AS …), "
            + "or clear JsonRowOptions.RequireUniqueColumnNames. " + NoRows);
    }

    [Fact]
    public async Task Write_sinkFails_saysWhatTheSinkMayHave()
    {
        const string open = " Check the stream or writer that receives the rows. "
            + "The output is not closed, and how many of the rows the sink has taken is not known: discard it.";
        const string closed = " Check the stream or writer that receives the rows. "
            + "The sink had been given the end of the output, which may look whole: discard it.";
        JsonRows rows = JsonRows.From([Row, Row, Row]);
        Check(Fail(() => rows.WriteTo(Failing(2), EachRow)), JsonRowStage.Sink, 2, null,
            "The sink failed after 2 rows were encoded: The wire is cut." + open);
        Check(Fail(() => rows.WriteTo(Failing(1), EachRow)), JsonRowStage.Sink, 1, null,
            "The sink failed after 1 row was encoded: The wire is cut." + open);
        Check(Fail(() => rows.WriteTo(Failing(1))), JsonRowStage.Sink, 3, null,
            "The sink failed after 3 rows were encoded: The wire is cut." + closed);
        Check(
            await FailAsync(() => rows.WriteToAsync(new ScriptedPipe(new SinkScript { FailAt = 1 }))), JsonRowStage.Sink, 3, null,
            "The sink failed after 3 rows were encoded: The wire is cut." + closed);
        Check(
            Fail(() => rows.WriteTo(new ScriptedBufferWriter(new SinkScript { FailAt = 1 }))), JsonRowStage.Sink, 0, null,
            "The sink failed after 0 rows were encoded: The wire is cut." + open);
    }

    [Fact]
    public void JsonRowWriter_rowFails_saysRowAndColumn()
    {
        foreach (bool flushes in new[] { false, true })
        {
            using var writer = new JsonRowWriter(new ArrayBufferWriter<byte>());
            writer.WriteRow(Row);
            if (flushes) writer.Flush();
            JsonRowException failure = Fail(() => writer.WriteRow(new Dictionary<string, object?> { ["bad"] = typeof(int) }));
            Check(
                failure, JsonRowStage.Value, 1, "bad",
                $"Column 'bad' of row 1 could not be written: {failure.InnerException!.Message} "
                + "Register a converter for the type, or a context that has it, in JsonRowOptions.SerializerOptions, or convert the value in the source. "
                + (flushes ? KeptRows : NoRows));
            writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<InvalidOperationException>().Which.Message.Should().Be(
                "An earlier write failed after 1 complete rows, and no rows can follow. Discard the output and begin anew. "
                + "The failure was: " + failure.Message);
        }
    }

    [Fact]
    public async Task JsonRowWriter_readerOrNameFails_isTheRowsFailure()
    {
        using var reader = new FailingReader(new ColumnarReader(Column.Of("a", 1)), row: 0, column: 0);
        reader.Read();
        using var writer = new JsonRowWriter(new ArrayBufferWriter<byte>());
        Check(
            Fail(() => writer.WriteRow(reader)), JsonRowStage.Value, 0, "a",
            "Column 'a' of row 0 could not be written: The connection broke. "
            + "Correct the value or what it is read from, or catch this exception and discard the output. " + NoRows);
        await using var other = new JsonRowWriter(new ArrayBufferWriter<byte>(), FailingNames);
        Check(
            await FailAsync(() => other.WriteRowAsync(reader).AsTask()), JsonRowStage.Value, 0, null,
            "Row 0 could not be written: No name. " + CorrectTheValue + NoRows);
    }

    [Fact]
    public async Task JsonRowWriter_sinkFails_saysWhatTheSinkMayHave()
    {
        await using var writer = new JsonRowWriter(Failing(1), EachRow);
        Check(
            Fail(() => writer.WriteRow(Row)), JsonRowStage.Sink, 1, null,
            "The sink failed after 1 row was encoded: The wire is cut. Check the stream or writer that receives the rows. "
            + "The output is not closed, and how many of the rows the sink has taken is not known: discard it.");
        await using var other = new JsonRowWriter(new ScriptedPipe(new SinkScript { FailAt = 1 }));
        Check(
            await FailAsync(() => other.CompleteAsync().AsTask()), JsonRowStage.Sink, 0, null,
            "The sink failed after 0 rows were encoded: The wire is cut. Check the stream or writer that receives the rows. "
            + "The sink had been given the end of the output, which may look whole: discard it.");
    }

    [Fact]
    public void Constructor_noStage_isUnknown() => new JsonRowException("m", 1, "c", null).Stage.Should().Be(JsonRowStage.Unknown);

    private static ScriptedStream Failing(int call) => new(new SinkScript { FailAt = call }, isAsynchronous: false);

    private static DataTable Table() => new() { Columns = { { "a", typeof(int) } }, Rows = { 1 } };

    private static JsonRowException Fail(Action write) => write.Should().Throw<JsonRowException>().Which;

    private static async Task<JsonRowException> FailAsync(Func<Task> write) => (await write.Should().ThrowAsync<JsonRowException>()).Which;

    private static void Check(JsonRowException failure, JsonRowStage stage, long row, string? column, string message)
    {
        failure.Message.Should().Be(message);
        failure.Stage.Should().Be(stage);
        failure.RowIndex.Should().Be(row);
        failure.ColumnName.Should().Be(column);
    }

    private sealed class NoEnumerator<T> : IEnumerable<T>
    {
        public IEnumerator<T> GetEnumerator() => null!;

        IEnumerator IEnumerable.GetEnumerator() => null!;
    }

    private sealed class UndecidedConverter : JsonConverter<SortedList<string, object?>>
    {
        public override bool CanConvert(Type typeToConvert) =>
            typeToConvert == typeof(SortedList<string, object?>) ? throw new IOException("Undecided.") : false;

        public override SortedList<string, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, SortedList<string, object?> value, JsonSerializerOptions options) =>
            throw new NotSupportedException();
    }
}
