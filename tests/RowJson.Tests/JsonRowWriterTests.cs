using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

public class JsonRowWriterTests
{
    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1 };

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly CountingPool _pool = new();
    private readonly JsonRowOptions _options;

    public JsonRowWriterTests() => _options = new JsonRowOptions { Pool = _pool };

    private string Text => Encoding.UTF8.GetString(_buffer.WrittenSpan);

    [Fact]
    public void Complete_rowsOfAllKinds_writesThemInOrder()
    {
        using JsonDocument document = JsonDocument.Parse("""{ "b": 2 }""");
        using (var writer = new JsonRowWriter(_buffer, _options))
        {
            writer.WriteRow(Row);
            writer.WriteRow(document.RootElement);
            writer.WriteRow((object)new { c = 3 });
            writer.WriteRow((object?)null);
            writer.Complete();
            writer.RowsWritten.Should().Be(4);
            writer.BytesWritten.Should().Be(_buffer.WrittenCount);
        }
        Text.Should().Be("""[{"a":1},{"b":2},{"c":3},null]""");
        _pool.Outstanding.Should().Be(0);
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, "[]")]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, "[]")]
    [InlineData(JsonRowFormat.Lines, "")]
    public void Complete_noRows_writesEmptyFrame(JsonRowFormat format, string expected)
    {
        using var writer = new JsonRowWriter(_buffer, new JsonRowOptions { Format = format });
        writer.Complete();
        Text.Should().Be(expected);
    }

    [Fact]
    public void Constructor_jsonWriterWhereNoValueMayAppear_throwsAndKeepsNoMemory()
    {
        using var json = new Utf8JsonWriter(_buffer);
        json.WriteStartObject();

        FluentActions.Invoking(() => new JsonRowWriter(json, _options)).Should().Throw<InvalidOperationException>();

        _pool.Outstanding.Should().Be(0);
        json.WriteEndObject();
        json.Flush();
        Text.Should().Be("{}");
    }

    [Fact]
    public async Task CompleteAsync_bufferThatHasNoMore_isAFailureOfTheSink()
    {
        var script = new SinkScript { FailAt = 1 };
        using var writer = new JsonRowWriter(new ScriptedBufferWriter(script), _options);

        JsonRowException failure = (await FluentActions.Awaiting(() => writer.CompleteAsync().AsTask()).Should().ThrowAsync<JsonRowException>()).Which;

        (failure.Stage, failure.InnerException).Should().Be((JsonRowStage.Sink, script.Failure));
        script.Taken.Should().BeEmpty();
        writer.Invoking(it => it.WriteRow(Row)).Should().Throw<InvalidOperationException>().WithMessage("An earlier write failed*");
    }

    [Fact]
    public async Task WriteRowAsync_rowThatSeesTheCancellation_passesItAsItIs()
    {
        using var cancellation = new CancellationTokenSource();
        var writer = new JsonRowWriter(_buffer, _options);

        Task<bool> write = writer.WriteRowAsync(Cells(), cancellation.Token).AsTask();
        await write.Awaiting(it => it).Should().ThrowExactlyAsync<OperationCanceledException>();
        write.Status.Should().Be(TaskStatus.Canceled);
        writer.Dispose();

        writer.BytesPending.Should().Be(0);
        _pool.Outstanding.Should().Be(0);

        IEnumerable<KeyValuePair<string, object?>> Cells()
        {
            yield return new("a", 1);
            cancellation.Cancel();
            cancellation.Token.ThrowIfCancellationRequested();
        }
    }

    [Fact]
    public void Dispose_withoutComplete_leavesArrayOpen()
    {
        using (var writer = new JsonRowWriter(_buffer, _options)) writer.WriteRow(Row);
        Text.Should().Be("""[{"a":1}""");
    }

    [Fact]
    public async Task DisposeAsync_withoutComplete_leavesArrayOpen()
    {
        var script = new SinkScript();
        await using (var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: true), _options)) await writer.WriteRowAsync(Row);
        Encoding.UTF8.GetString(script.Taken).Should().Be("""[{"a":1}""");
        _pool.Outstanding.Should().Be(0);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Dispose_stream_staysOpenUnlessToldOtherwise(bool leaveOpen, bool isAsynchronous)
    {
        var stream = new ScriptedStream(new SinkScript(), isAsynchronous);
        var writer = new JsonRowWriter(stream, _options, leaveOpen);
        if (isAsynchronous) await writer.DisposeAsync();
        else writer.Dispose();
        stream.IsDisposed.Should().Be(!leaveOpen);
    }

    [Fact]
    public void Dispose_defaults_leaveStreamOpen()
    {
        var stream = new MemoryStream();
        new JsonRowWriter(stream).Dispose();
        stream.CanWrite.Should().BeTrue();
    }

    [Fact]
    public async Task Flush_stream_flushesIt()
    {
        var stream = new ScriptedStream(new SinkScript(), isAsynchronous: true);
        await using var writer = new JsonRowWriter(stream, _options);
        await writer.WriteRowAsync(Row);
        stream.Flushes.Should().Be(0, "a row is no reason to flush");
        writer.BytesPending.Should().Be(8);
        await writer.FlushAsync();
        stream.Flushes.Should().Be(1);
        writer.BytesPending.Should().Be(0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WriteRow_afterFailure_isRefusedAndSaysWhy(bool flushesBefore)
    {
        using var writer = new JsonRowWriter(_buffer, _options);
        writer.WriteRow(Row);
        if (flushesBefore) writer.Flush();
        Action fail = () => writer.WriteRow(new Dictionary<string, object?> { ["a"] = "a trace", ["b"] = double.NaN });
        JsonRowException failure = fail.Should().Throw<JsonRowException>().Which;
        failure.RowIndex.Should().Be(1);
        failure.ColumnName.Should().Be("b");

        Action[] refused = [() => writer.WriteRow(Row), writer.Flush, writer.Complete];
        foreach (Action call in refused)
            call.Should().Throw<InvalidOperationException>().WithMessage("*after 1 complete rows*Column 'b' of row 1*").WithInnerException<JsonRowException>();
        writer.Dispose();
        Text.Should().Be(flushesBefore ? """[{"a":1}""" : "");
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public void WriteRow_afterCompleteOrDispose_isRefused()
    {
        var writer = new JsonRowWriter(_buffer, _options);
        writer.Complete();
        writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<InvalidOperationException>().WithMessage("*completed*");
        writer.Dispose();
        writer.Dispose();
        writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<ObjectDisposedException>();
    }

    [Fact]
    public void WriteRow_sinkFails_isNotTriedAgain()
    {
        var script = new SinkScript { FailAt = 1 };
        using var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: false), new JsonRowOptions { FlushThreshold = 1, Pool = _pool });
        writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<JsonRowException>().WithInnerException<IOException>();
        writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<InvalidOperationException>().WithMessage("*The wire is cut.*");
        writer.Dispose();
        script.Calls.Should().Be(1);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task WriteRowAsync_cancelledBefore_writesNothingAndGoesOn()
    {
        await using var writer = new JsonRowWriter(_buffer, _options);
        await writer.Awaiting(writer => writer.WriteRowAsync(Row, new CancellationToken(canceled: true)).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        await writer.Awaiting(writer => writer.CompleteAsync(new CancellationToken(canceled: true)).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        await writer.WriteRowAsync(Row);
        await writer.CompleteAsync();
        Text.Should().Be("""[{"a":1}]""");
    }

    [Fact]
    public async Task JsonWriter_asynchronously_writesOneArrayIntoTheDocument()
    {
        var json = new Utf8JsonWriter(_buffer);
        json.WriteStartObject();
        json.WritePropertyName("rows");
        await using (var writer = new JsonRowWriter(json, new JsonRowOptions { FlushThreshold = 1, Pool = _pool }))
        {
            await writer.WriteRowAsync(Row);
            await writer.WriteRowAsync(Row);
            await writer.CompleteAsync();
        }
        json.WriteEndObject();
        await json.FlushAsync();
        Text.Should().Be("""{"rows":[{"a":1},{"a":1}]}""");
    }

    [Fact]
    public void JsonWriter_lines_areRefused()
    {
        var json = new Utf8JsonWriter(_buffer);
        Action open = () => new JsonRowWriter(json, new JsonRowOptions { Format = JsonRowFormat.Lines }).Dispose();
        open.Should().Throw<ArgumentException>().WithMessage("*several values*");
        json.BytesPending.Should().Be(0);
    }

    [Fact]
    public async Task WriteRowAsync_readerHasGone_returnsFalse()
    {
        var pipe = new Pipe();
        await using var writer = new JsonRowWriter(pipe.Writer, new JsonRowOptions { FlushThreshold = 1 });
        (await writer.WriteRowAsync(Row)).Should().BeTrue();
        await pipe.Reader.CompleteAsync();
        (await writer.WriteRowAsync(Row)).Should().BeFalse();
    }
}
