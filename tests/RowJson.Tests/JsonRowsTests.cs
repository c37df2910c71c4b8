using System.Buffers;
using System.Dynamic;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson.Tests;

public class JsonRowsTests
{
    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1, ["b"] = "x" };

    /// <summary>These lines must also compile without a cast.</summary>
    [Fact]
    public void From_rowsOfPairs_writesObjects()
    {
        JsonRows[] all =
        [
            JsonRows.From(new List<Dictionary<string, object?>> { Row }),
            JsonRows.From(new[] { Row }),
            JsonRows.From(Enumerable.Repeat(Row, 1)),
            JsonRows.From(new List<SortedDictionary<string, object?>> { new(Row) }),
            JsonRows.From(new List<IDictionary<string, object?>> { Row }),
            JsonRows.From(new List<IReadOnlyDictionary<string, object?>> { Row }),
            JsonRows.From(new List<ExpandoObject> { Cells.Expando(Row) }),
            JsonRows.From(new List<List<KeyValuePair<string, object?>>> { Row.ToList() }),
            JsonRows.From(new List<KeyValuePair<string, object?>[]> { Row.ToArray() }),
            JsonRows.From(new List<IEnumerable<KeyValuePair<string, object?>>> { Row.Where(_ => true) }),
        ];
        foreach (JsonRows rows in all)
        {
            rows.ToJsonString().Should().Be("""[{"a":1,"b":"x"}]""");
        }
    }

    [Fact]
    public void From_rowsOfOneValueType_writesObjects()
    {
        JsonRows numbers = JsonRows.From(new List<Dictionary<string, double>> { new() { ["a"] = 1.5 } });
        JsonRows texts = JsonRows.From(new[] { new SortedDictionary<string, string> { ["a"] = "x" } });
        JsonRows pairs = JsonRows.From(new List<KeyValuePair<string, int>[]> { new[] { KeyValuePair.Create("a", 1) } });
        JsonRows nodes = JsonRows.From(new List<JsonObject> { new() { ["a"] = 1 } });

        numbers.ToJsonString().Should().Be("""[{"a":1.5}]""");
        texts.ToJsonString().Should().Be("""[{"a":"x"}]""");
        pairs.ToJsonString().Should().Be("""[{"a":1}]""");
        nodes.ToJsonString().Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public void From_rowsOfUnknownType_writesEachByItsType()
    {
        dynamic expando = Cells.Expando(Row);
        var anonymous = new { a = 1, b = "x" };
        JsonRows[] all =
        [
            JsonRows.From(new List<object> { Row }),
            JsonRows.From(new object?[] { Row }),
            JsonRows.From(new List<dynamic> { expando }),
            JsonRows.From((IEnumerable<dynamic>)[expando]),
            JsonRows.From(new List<object> { anonymous }),
            JsonRows.From(new List<object> { Row.ToList() }),
        ];
        foreach (JsonRows rows in all)
        {
            rows.ToJsonString().Should().Be("""[{"a":1,"b":"x"}]""");
        }
    }

    [Fact]
    public void From_rowsOfDeclaredType_bindsToTheirContract()
    {
        JsonRows anonymous = JsonRows.From(new[] { new { a = 1, b = "x" } });
        JsonRows nodes = JsonRows.From(new List<JsonNode> { JsonNode.Parse("""{"a":1,"b":"x"}""")! });
        JsonRows numbers = JsonRows.From([1, 2]);

        anonymous.ToJsonString().Should().Be("""[{"a":1,"b":"x"}]""");
        nodes.ToJsonString().Should().Be("""[{"a":1,"b":"x"}]""");
        numbers.ToJsonString().Should().Be("[1,2]");
    }

    [Fact]
    public void From_json_bindsToItsOwnSources()
    {
        using JsonDocument document = JsonDocument.Parse("""[{"a":1}]""");
        JsonRows.From(document).Source.Should().BeOfType<JsonElementRows>();
        JsonRows.From(document.RootElement).Source.Should().BeOfType<JsonElementRows>();
        JsonRows.From(document.RootElement.EnumerateArray()).Source.Should().BeOfType<SequenceRows<JsonElement>>();
        JsonRows.From(new List<JsonElement>()).Source.Should().BeOfType<SequenceRows<JsonElement>>();
        JsonRows.From(new JsonArray()).Source.Should().BeOfType<SequenceRows<JsonNode?>>();
    }

    [Fact]
    public void From_objectRows_writesEachByItsType()
    {
        using JsonDocument document = JsonDocument.Parse("""{ "d": [ 1 ] }""");
        object?[] rows =
        [
            null, 1, 1.5, "é", true, Row, Cells.Expando(Row), document, document.RootElement, JsonNode.Parse("[1]"), new[] { 1, 2 },
            new Dictionary<string, int> { ["n"] = 1 }, DateTime.UnixEpoch, DayOfWeek.Friday, new { Name = "x" }, Guid.Empty, new object(), DBNull.Value,
        ];
        JsonRows.From(rows).ToUtf8Bytes().Should().Equal(JsonSerializer.SerializeToUtf8Bytes(rows));
    }

    [Fact]
    public void From_null_throws()
    {
        Action[] all =
        [
            () => JsonRows.From((JsonDocument)null!),
            () => JsonRows.From((IEnumerable<JsonElement>)null!),
            () => JsonRows.From((JsonArray)null!),
            () => JsonRows.From((List<Dictionary<string, object?>>)null!),
            () => JsonRows.From((List<Dictionary<string, int>>)null!),
            () => JsonRows.From((IEnumerable<object?>)null!),
        ];
        foreach (Action from in all) from.Should().Throw<ArgumentNullException>();
    }

    [Fact]
    public void Write_nullSink_throws()
    {
        JsonRows rows = JsonRows.From(new[] { Row });
        Action[] all = [() => rows.WriteTo((Stream)null!), () => rows.WriteToAsync((Stream)null!), () => rows.WriteToAsync((PipeWriter)null!)];
        foreach (Action write in all) write.Should().Throw<ArgumentNullException>().WithParameterName("utf8Json");
        all = [() => rows.WriteTo((IBufferWriter<byte>)null!), () => _ = new JsonRowWriter((IBufferWriter<byte>)null!)];
        foreach (Action write in all) write.Should().Throw<ArgumentNullException>().WithParameterName("bufferWriter");
        all = [() => rows.WriteTo((Utf8JsonWriter)null!), () => _ = new JsonRowWriter((Utf8JsonWriter)null!)];
        foreach (Action write in all) write.Should().Throw<ArgumentNullException>().WithParameterName("writer");
        all = [() => _ = new JsonRowWriter((Stream)null!), () => _ = new JsonRowWriter((PipeWriter)null!)];
        foreach (Action write in all) write.Should().Throw<ArgumentNullException>().WithParameterName("utf8Json");
        Action writeToClosed = () => rows.WriteTo(new MemoryStream([], writable: false));
        writeToClosed.Should().Throw<ArgumentException>().WithParameterName("utf8Json");
    }

    [Fact]
    public void Write_rowThatWritesRows_failsWithItsOwnIndex()
    {
        IEnumerable<Dictionary<string, object?>> Nested()
        {
            yield return Row;
            JsonRows.From(new[] { Row, Row, new Dictionary<string, object?> { ["inner"] = double.NaN } }).ToUtf8Bytes();
        }

        Action write = () => JsonRows.From(Nested()).ToUtf8Bytes();
        JsonRowException outer = write.Should().Throw<JsonRowException>().Which;
        outer.RowIndex.Should().Be(1);
        outer.ColumnName.Should().BeNull();
        JsonRowException inner = outer.InnerException.Should().BeOfType<JsonRowException>().Subject;
        inner.RowIndex.Should().Be(2);
        inner.ColumnName.Should().Be("inner");
    }

    [Theory]
    [InlineData("""  "\ud800"  """)]
    [InlineData("""{"a":"\ud800"}""")]
    public void WriteTo_writerAndOneValueThatCannotBeWritten_namesTheRow(string json)
    {
        using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
        Action write = () => JsonRows.From(JsonDocument.Parse(json)).WriteTo(writer);
        write.Should().Throw<JsonRowException>().Which.RowIndex.Should().Be(0);
    }

    [Fact]
    public void WriteTo_writerWhereNoValueMayStand_throwsItsOwnException()
    {
        foreach (string json in new[] { "1", "\"x\"", "{}", "[]" })
        {
            using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
            writer.WriteStartObject();
            Action write = () => JsonRows.From(JsonDocument.Parse(json)).WriteTo(writer);
            write.Should().Throw<InvalidOperationException>(json);
        }
    }

    [Fact]
    public void From_disposedDocument_throws()
    {
        JsonDocument document = JsonDocument.Parse("[{}]");
        document.Dispose();
        Action from = () => JsonRows.From(document);
        from.Should().Throw<ObjectDisposedException>();
    }

    [Fact]
    public void Write_documentDisposedSinceFrom_throwsAndWritesNothing()
    {
        JsonDocument document = JsonDocument.Parse("[{}]");
        JsonRows rows = JsonRows.From(document);
        document.Dispose();
        var stream = new MemoryStream();
        Action write = () => rows.WriteTo(stream);
        Exception thrown = write.Should().Throw<Exception>().Which;
        (thrown is JsonRowException ? thrown.InnerException : thrown).Should().BeOfType<ObjectDisposedException>();
        stream.Length.Should().Be(0);
    }

    [Fact]
    public async Task Write_defaultElement_throwsAndWritesNothing()
    {
        var stream = new MemoryStream();
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        JsonRows rows = JsonRows.From(default(JsonElement));

        Action toStream = () => rows.WriteTo(stream);
        Action toBuffer = () => rows.WriteTo(buffer);
        Action toWriter = () => rows.WriteTo(writer);
        Func<Task> toStreamAsync = () => rows.WriteToAsync(stream);
        toStream.Should().Throw<InvalidOperationException>().WithMessage("*default(JsonElement)*");
        toBuffer.Should().Throw<InvalidOperationException>();
        toWriter.Should().Throw<InvalidOperationException>();
        await toStreamAsync.Should().ThrowAsync<InvalidOperationException>();
        stream.Length.Should().Be(0);
        buffer.WrittenCount.Should().Be(0);
        writer.BytesPending.Should().Be(0);
    }

    [Fact]
    public async Task Write_streamThatCannotBeWritten_throwsBeforeReadingRows()
    {
        using var stream = new MemoryStream([], writable: false);
        bool read = false;
        IEnumerable<object?> Rows()
        {
            read = true;
            yield return Row;
        }

        Action write = () => JsonRows.From(Rows()).WriteTo(stream);
        Func<Task> writeAsync = () => JsonRows.From(Rows()).WriteToAsync(stream);
        write.Should().Throw<ArgumentException>().WithMessage("*CanWrite*");
        await writeAsync.Should().ThrowAsync<ArgumentException>();
        read.Should().BeFalse();
    }

    [Fact]
    public void WriteTo_linesToUtf8JsonWriter_throwsAndWritesNothing()
    {
        using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
        Action write = () => JsonRows.From(new[] { Row }).WriteTo(writer, new JsonRowOptions { Format = JsonRowFormat.Lines });
        write.Should().Throw<ArgumentException>().WithMessage("*JsonRowFormat.Array*");
        writer.BytesPending.Should().Be(0);
    }

    [Fact]
    public void WriteTo_utf8JsonWriterWhereNoValueMayStand_throwsInvalidOperation()
    {
        using var writer = new Utf8JsonWriter(new ArrayBufferWriter<byte>());
        writer.WriteStartObject();
        Action write = () => JsonRows.From(new[] { Row }).WriteTo(writer);
        write.Should().Throw<InvalidOperationException>();
    }

    [Fact]
    public void WriteTo_utf8JsonWriter_neitherFlushesNorCloses()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer);
        JsonRows.From(new[] { Row }).WriteTo(writer).Should().Be(1);
        writer.BytesCommitted.Should().Be(0);
        writer.BytesPending.Should().BePositive();
        writer.CurrentDepth.Should().Be(0);
    }

    [Fact]
    public async Task Write_stream_staysOpen()
    {
        using var stream = new MemoryStream();
        JsonRows.From(new[] { Row }).WriteTo(stream);
        (await JsonRows.From(new[] { Row }).WriteToAsync(stream)).Should().Be(1);
        stream.CanWrite.Should().BeTrue();
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, "[]")]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, "[]")]
    [InlineData(JsonRowFormat.Lines, "")]
    public async Task Write_noRows_writesAnEmptyResult(JsonRowFormat format, string expected)
    {
        using JsonDocument document = JsonDocument.Parse(" [ ] ");
        var options = new JsonRowOptions { Format = format };
        JsonRows[] all =
        [
            JsonRows.From(document), JsonRows.From(Enumerable.Empty<JsonElement>()), JsonRows.From(new JsonArray()),
            JsonRows.From(new List<Dictionary<string, object?>>()), JsonRows.From(Array.Empty<Dictionary<string, int>>()), JsonRows.From(new List<object>()),
        ];
        foreach (JsonRows rows in all)
        {
            foreach (RowTarget target in RowTarget.Bytes)
            {
                (byte[] bytes, long count) = await target.Write(rows, options);
                System.Text.Encoding.UTF8.GetString(bytes).Should().Be(expected);
                count.Should().BeOneOf(0, -1);
            }
        }
    }

    [Fact]
    public void Write_emptyRowsAndNullRows_areWrittenAsSuch()
    {
        var rows = new List<Dictionary<string, object?>?> { new(), null, Row, null, new() };
        JsonRows.From(rows).ToJsonString().Should().Be("""[{},null,{"a":1,"b":"x"},null,{}]""");
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { Format = JsonRowFormat.Lines }).Should().Be("{}\nnull\n{\"a\":1,\"b\":\"x\"}\nnull\n{}\n");
        JsonRows.From(rows).ToJsonString(new JsonRowOptions { Format = JsonRowFormat.ArrayWithLineBreaks })
            .Should().Be("[{},\nnull,\n{\"a\":1,\"b\":\"x\"},\nnull,\n{}]");
    }

    [Theory]
    [InlineData("""{"a": [1, 2]}""")]
    [InlineData("\"text <\\u0041>\"")]
    [InlineData(" 12.50 ")]
    [InlineData("null")]
    public async Task Write_rootThatIsNoArray_isWrittenAsItIs(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        byte[] expected = JsonSerializer.SerializeToUtf8Bytes(document);
        foreach (RowTarget target in RowTarget.Bytes)
            (await target.Write(JsonRows.From(document), JsonRowOptions.Default)).Bytes.Should().Equal(expected);
        JsonRows.From(document).WriteTo(new ArrayBufferWriter<byte>()).Should().Be(1);

        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer)) JsonRows.From(document).WriteTo(writer).Should().Be(1);
        buffer.WrittenSpan.ToArray().Should().Equal(expected);
        byte[] line = JsonRows.From(document).ToUtf8Bytes(new JsonRowOptions { Format = JsonRowFormat.Lines });
        line.Should().Equal([.. expected, (byte)'\n']);
    }

    [Fact]
    public void Write_twice_readsTheSourceAnew()
    {
        var list = new List<Dictionary<string, object?>> { Row };
        JsonRows rows = JsonRows.From(list);
        rows.ToJsonString().Should().Be("""[{"a":1,"b":"x"}]""");
        list.Add(new() { ["c"] = null });
        rows.ToJsonString().Should().Be("""[{"a":1,"b":"x"},{"c":null}]""");
    }

    [Fact]
    public void Write_lazyRows_enumeratesOnceAndDisposes()
    {
        int begun = 0, ended = 0;
        IEnumerable<Dictionary<string, object?>> Rows()
        {
            begun++;
            try
            {
                for (int i = 0; i < 3; i++) yield return Row;
            }
            finally
            {
                ended++;
            }
        }

        JsonRows rows = JsonRows.From(Rows());
        begun.Should().Be(0);
        rows.WriteTo(Stream.Null).Should().Be(3);
        (begun, ended).Should().Be((1, 1));
    }

    [Fact]
    public async Task WriteToAsync_cancelled_throwsAndEndsAfterACompleteRow()
    {
        using var cancellation = new CancellationTokenSource();
        IEnumerable<Dictionary<string, object?>> Rows()
        {
            for (int i = 0; i < 1000; i++)
            {
                if (i == 500) cancellation.Cancel();
                yield return Row;
            }
        }

        var stream = new MemoryStream();
        Func<Task> write = () => JsonRows.From(Rows()).WriteToAsync(stream, new JsonRowOptions { FlushThreshold = 100 }, cancellationToken: cancellation.Token);
        await write.Should().ThrowAsync<OperationCanceledException>();
        string text = System.Text.Encoding.UTF8.GetString(stream.ToArray());
        text.Should().EndWith("}");
        JsonDocument.Parse(text + "]").RootElement.GetArrayLength().Should().BeInRange(400, 510, "at most the batch under way is completed");
    }

    [Fact]
    public void ToString_rows_saysWhatTheyAreAndReadsNothing()
    {
        JsonRows.From(Unread()).ToString().Should().Be("JsonRows (SequenceRows<Order>)");
        JsonRows.From(Unread()).InEnvelope(new JsonRowEnvelope("rows").Before("total", 1).After("next", _ => 2)).ToString()
            .Should().Be("JsonRows (SequenceRows<Order> in {total, rows: […], next})");
        JsonRows.From(Unread().ToAsyncEnumerable()).ToString().Should().Be("AsyncJsonRows (AsyncSequenceRows<Order>)");
        new JsonRowShape<int?[]>().Column("a", _ => 1).Column("b", _ => 2).ToString().Should().Be("JsonRowShape<Int32?[]> (a, b)");

        static IEnumerable<Order> Unread()
        {
            if (DateTime.MaxValue > DateTime.UnixEpoch) throw new InvalidOperationException();
            yield break;
        }
    }

    [Fact]
    public async Task WriteToAsync_alreadyCancelled_writesNothing()
    {
        var stream = new MemoryStream();
        Func<Task> write = () => JsonRows.From(new[] { Row }).WriteToAsync(stream, cancellationToken: new CancellationToken(canceled: true));
        await write.Should().ThrowAsync<OperationCanceledException>();
        stream.Length.Should().Be(0);
    }

    private sealed record Order(int Id);
}
