using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson.Tests;

/// <summary>
/// Only the caller's token and a pipe's cancelled flush cancel a write. A source, a value or a sink that cancels itself, such as with a
/// timeout of its own, has failed; the failure matrix tests that at every point of every source and sink.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
public class CancellationTests
{
    private const int Bad = 4;

    private static readonly TaskCanceledException GaveUp = new("The request was canceled due to the configured HttpClient.Timeout of 100 seconds elapsing.");

    private static readonly JsonRowShape<int> Shape = new JsonRowShape<int>().Column("n", n => n == Bad ? throw GaveUp : n);

    private readonly MemoryStream _stream = new();

    /// <summary>Each row is handed over at once, or none before the failure.</summary>
    public static TheoryData<int> Thresholds => [1, BufferSizes.DefaultFlushThreshold];

    private string Text => Encoding.UTF8.GetString(_stream.ToArray());

    [Theory]
    [MemberData(nameof(Thresholds))]
    public void WriteTo_sourceGivesUp_isAFailureWithTheRowsBefore(int threshold)
    {
        JsonRowException failure = Check(
            FluentActions.Invoking(() => JsonRows.From(Rows()).WriteTo(_stream, Options(threshold))).Should().Throw<JsonRowException>().Which,
            column: null,
            threshold);

        failure.Stage.Should().Be(JsonRowStage.Source);
        failure.Message.Should().Be(
            "The source failed after 4 rows were read: " + GaveUp.Message + " Nobody cancelled the write: raise the timeout of what was "
            + "cancelled, or look for who cancels the token that it was given. "
            + (threshold == 1 ? "The output ends after the last complete row and is not closed." : "Nothing was handed to the sink."));
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public void WriteTo_valueGivesUp_isAFailureOfItsColumn(int threshold) =>
        Check(
            FluentActions.Invoking(() => JsonRows.From(Enumerable.Range(0, 10), Shape).WriteTo(_stream, Options(threshold)))
                .Should().Throw<JsonRowException>().Which,
            column: "n",
            threshold);

    [Fact]
    public void WriteTo_jsonWriter_isAFailureWithTheRowsBefore()
    {
        using var writer = new Utf8JsonWriter(_stream);
        JsonRowException failure = FluentActions.Invoking(() => JsonRows.From(Rows()).WriteTo(writer)).Should().Throw<JsonRowException>().Which;
        writer.Flush();
        Check(failure, column: null, threshold: 1);
    }

    [Fact]
    public void WriteTo_sinkGivesUp_isTheSinksFailure()
    {
        var script = new SinkScript { FailAt = 1, Failure = GaveUp };
        CheckSink(FluentActions.Invoking(() => JsonRows.From(Sound()).WriteTo(new ScriptedStream(script, isAsynchronous: false)))
            .Should().Throw<JsonRowException>().Which);
        script = new SinkScript { FailAt = 1, Failure = GaveUp };
        CheckSink(FluentActions.Invoking(() => JsonRows.From(Sound()).WriteTo(new ScriptedBufferWriter(script))).Should().Throw<JsonRowException>().Which);
    }

    [Fact]
    public async Task WriteToAsync_valueGivesUp_isAFailureWithTheRowsBefore()
    {
        List<int> rows = [.. Enumerable.Range(0, 1000).Select(n => n == 900 ? Bad : n + Bad + 1)];
        var options = new JsonRowOptions { FlushThreshold = 100 };
        foreach (bool isAsynchronous in new[] { false, true })
        {
            _stream.SetLength(0);
            Func<Task> write = async () =>
            {
                if (isAsynchronous) await JsonRows.From(rows, Shape).WriteToAsync(_stream, options);
                else JsonRows.From(rows, Shape).WriteTo(_stream, options);
            };
            JsonRowException failure = (await write.Should().ThrowAsync<JsonRowException>()).Which;
            failure.InnerException.Should().BeSameAs(GaveUp);
            failure.RowIndex.Should().Be(900);
            failure.ColumnName.Should().Be("n");
            Text.Should().Be("[" + string.Join(',', rows.Take(900).Select(n => $$"""{"n":{{n}}}""")));
        }
    }

    [Theory]
    [InlineData(null, 1)]
    [InlineData(null, BufferSizes.DefaultFlushThreshold)]
    [InlineData(100_000, 1)]
    [InlineData(100_000, BufferSizes.DefaultFlushThreshold)]
    public async Task WriteToAsync_sequenceGivesUp_isAFailureWithTheRowsBefore(int? interval, int threshold)
    {
        using var cancellation = new CancellationTokenSource();
        JsonRowOptions options = Options(threshold, interval);

        Check(
            (await FluentActions.Awaiting(() => JsonRows.From(RowsAsync()).WriteToAsync(_stream, options, cancellationToken: cancellation.Token))
                .Should().ThrowAsync<JsonRowException>()).Which,
            column: null,
            threshold);
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public async Task WriteToAsync_synchronousSourceGivesUp_isAFailureWithTheRowsBefore(int threshold)
    {
        var pipe = new Pipe();

        JsonRowException failure = (await FluentActions.Awaiting(() => JsonRows.From(Rows()).WriteToAsync(pipe.Writer, Options(threshold)))
            .Should().ThrowAsync<JsonRowException>()).Which;

        await pipe.Writer.CompleteAsync();
        await pipe.Reader.CopyToAsync(_stream);
        Check(failure, column: null, threshold);
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(false, BufferSizes.DefaultFlushThreshold)]
    [InlineData(true, 1)]
    [InlineData(true, BufferSizes.DefaultFlushThreshold)]
    public async Task Write_readerGivesUp_isAFailureWithTheRowsBefore(bool isAsynchronous, int threshold)
    {
        using var cancellation = new CancellationTokenSource();
        var numbers = new ColumnarReader(Column.Of("n", [.. Enumerable.Range(0, 10)]));
        var reader = new FailingReader(numbers, Bad, column: -1, () => throw GaveUp);
        Func<Task> write = async () =>
        {
            if (isAsynchronous) await JsonRows.From(new YieldingReader(reader)).WriteToAsync(_stream, Options(threshold), cancellationToken: cancellation.Token);
            else JsonRows.From(reader).WriteTo(_stream, Options(threshold));
        };

        Check((await write.Should().ThrowAsync<JsonRowException>()).Which, column: null, threshold);
    }

    [Fact]
    public async Task WriteToAsync_sinkGivesUp_isTheSinksFailure()
    {
        using var cancellation = new CancellationTokenSource();
        var script = new SinkScript { FailAt = 1, Failure = GaveUp };
        CheckSink((await FluentActions
            .Awaiting(() => JsonRows.From(Sound()).WriteToAsync(new ScriptedStream(script, isAsynchronous: true), cancellationToken: cancellation.Token))
            .Should().ThrowAsync<JsonRowException>()).Which);
        script = new SinkScript { FailAt = 1, Failure = GaveUp };
        CheckSink((await FluentActions.Awaiting(() => JsonRows.From(Sound()).WriteToAsync(new ScriptedPipe(script), cancellationToken: cancellation.Token))
            .Should().ThrowAsync<JsonRowException>()).Which);
    }

    [Fact]
    public async Task WriteToAsync_flushOfAnotherPipeIsCancelledWithinARow_isAFailureOfTheRow()
    {
        var pipe = new Pipe();
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", _ => WriteToCancelledPipe());

        JsonRowException failure = (await FluentActions.Awaiting(() => JsonRows.From([1], shape).WriteToAsync(pipe.Writer))
            .Should().ThrowAsync<JsonRowException>()).Which;

        failure.InnerException.Should().BeOfType<OperationCanceledException>();
        failure.ColumnName.Should().Be("n");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_callersTokenByWhicheverWay_endsWithTheCallersToken(bool hasInterval)
    {
        // The source passes on a token of its own that is linked to the write's.
        using var cancellation = new CancellationTokenSource();
        var options = new JsonRowOptions { FlushInterval = hasInterval ? TimeSpan.FromSeconds(1) : null };

        OperationCanceledException thrown = (await FluentActions
            .Awaiting(() => JsonRows.From(CancelledAsync(cancellation)).WriteToAsync(_stream, options, cancellationToken: cancellation.Token))
            .Should().ThrowAsync<OperationCanceledException>()).Which;

        thrown.CancellationToken.Should().Be(cancellation.Token);
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public void WriteRow_valueGivesUp_isAFailureAndTheRowsBeforeAreKept(int threshold)
    {
        JsonRowException failure;
        using (var writer = new JsonRowWriter(_stream, Options(threshold)))
        {
            for (int n = 0; n < Bad; n++) writer.WriteRow(n, Shape);
            failure = writer.Invoking(writer => writer.WriteRow(Bad, Shape)).Should().Throw<JsonRowException>().Which;
            writer.Invoking(writer => writer.WriteRow(Bad + 1, Shape)).Should().Throw<InvalidOperationException>().WithInnerException<JsonRowException>();
        }
        Check(failure, column: "n", threshold);
    }

    [Theory]
    [MemberData(nameof(Thresholds))]
    public async Task WriteRowAsync_valueGivesUp_isAFailureAndTheRowsBeforeAreKept(int threshold)
    {
        using var cancellation = new CancellationTokenSource();
        JsonRowException failure;
        await using (var writer = new JsonRowWriter(_stream, Options(threshold)))
        {
            for (int n = 0; n < Bad; n++) await writer.WriteRowAsync(n, Shape, cancellation.Token);
            failure = (await writer.Awaiting(writer => writer.WriteRowAsync(Bad, Shape, cancellation.Token).AsTask())
                .Should().ThrowAsync<JsonRowException>()).Which;
        }
        Check(failure, column: "n", threshold);
    }

    [Fact]
    public void Flush_sinkGivesUp_isTheSinksFailure()
    {
        using var writer = new JsonRowWriter(new ScriptedStream(new SinkScript { FailAt = 1, Failure = GaveUp }, isAsynchronous: false));
        foreach (Row row in Sound()) writer.WriteRow(row);

        CheckSink(writer.Invoking(writer => writer.Flush()).Should().Throw<JsonRowException>().Which);
    }

    [Fact]
    public async Task FlushAsync_sinkGivesUp_isTheSinksFailure()
    {
        using var cancellation = new CancellationTokenSource();
        await using var writer = new JsonRowWriter(new ScriptedStream(new SinkScript { FailAt = 1, Failure = GaveUp }, isAsynchronous: true));
        foreach (Row row in Sound()) await writer.WriteRowAsync(row, cancellation.Token);

        CheckSink((await writer.Awaiting(writer => writer.FlushAsync(cancellation.Token).AsTask()).Should().ThrowAsync<JsonRowException>()).Which);
    }

    [Fact]
    public async Task FlushAsync_cancelledByEitherWay_isACancellation()
    {
        using var cancellation = new CancellationTokenSource();
        var script = new SinkScript { CancelAt = 1 };
        await using (var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: true)))
        {
            writer.WriteRow(new Row { ["n"] = 0 });
            await writer.Awaiting(writer => writer.FlushAsync(script.Cancellation.Token).AsTask()).Should().ThrowAsync<OperationCanceledException>();
        }

        var pipe = new Pipe();
        pipe.Writer.CancelPendingFlush();
        await using (var writer = new JsonRowWriter(pipe.Writer))
        {
            writer.WriteRow(new Row { ["n"] = 0 });
            await writer.Awaiting(writer => writer.FlushAsync().AsTask()).Should().ThrowAsync<OperationCanceledException>().WithMessage("*PipeWriter*");
        }
    }

    [Theory]
    [InlineData("buffer")]
    [InlineData("stream")]
    [InlineData("pipe")]
    public async Task FlushAsync_cancelledBefore_changesNothing(string sink)
    {
        var cancelled = new CancellationToken(canceled: true);
        var buffer = new ArrayBufferWriter<byte>();
        var pipe = new Pipe();
        Row[] rows = [new() { ["n"] = 0 }, new() { ["n"] = 1 }];
        await using (JsonRowWriter writer = sink == "buffer" ? new(buffer) : sink == "stream" ? new(_stream) : new(pipe.Writer))
        {
            await writer.WriteRowAsync(rows[0]);
            (await writer.Awaiting(it => it.FlushAsync(cancelled).AsTask()).Should().ThrowAsync<OperationCanceledException>())
                .Which.CancellationToken.Should().Be(cancelled);
            writer.BytesPending.Should().Be("""[{"n":0}""".Length);
            await writer.WriteRowAsync(rows[1]);
            await writer.CompleteAsync();
        }

        _stream.Write(buffer.WrittenSpan);
        await pipe.Writer.CompleteAsync();
        await pipe.Reader.CopyToAsync(_stream);
        Text.Should().Be(JsonSerializer.Serialize(rows));
    }

    /// <summary>The row and the stream pass on a token of their own that is linked to the caller's.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteRowAsync_callersTokenByWhicheverWay_endsWithTheCallersToken(bool inTheSink)
    {
        using var cancellation = new CancellationTokenSource();
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellation.Token);
        var script = new SinkScript { ActAt = inTheSink ? 1 : SinkScript.Never, Act = Cancel };
        await using var writer = new JsonRowWriter(new ScriptedStream(script, isAsynchronous: true), new JsonRowOptions { FlushThreshold = 1 });
        JsonRowShape<int> shape = new JsonRowShape<int>().Column("n", n =>
        {
            if (!inTheSink) Cancel();
            return n;
        });

        (await writer.Awaiting(it => it.WriteRowAsync(1, shape, cancellation.Token).AsTask()).Should().ThrowAsync<OperationCanceledException>())
            .Which.CancellationToken.Should().Be(cancellation.Token);
        script.Taken.Should().BeEmpty();

        void Cancel()
        {
            cancellation.Cancel();
            linked.Token.ThrowIfCancellationRequested();
        }
    }

    private static JsonRowOptions Options(int threshold, int? interval = null) =>
        new() { FlushThreshold = threshold, FlushInterval = interval is { } time ? TimeSpan.FromMilliseconds(time) : null };

    private JsonRowException Check(JsonRowException failure, string? column, int threshold)
    {
        failure.InnerException.Should().BeSameAs(GaveUp);
        failure.RowIndex.Should().Be(Bad);
        failure.ColumnName.Should().Be(column);
        Text.Should().Be(threshold == 1 ? """[{"n":0},{"n":1},{"n":2},{"n":3}""" : "");
        return failure;
    }

    private static void CheckSink(JsonRowException failure)
    {
        failure.InnerException.Should().BeSameAs(GaveUp);
        failure.ColumnName.Should().BeNull();
        failure.Message.Should().StartWith("The sink failed ");
    }

    private static int WriteToCancelledPipe()
    {
        PipeWriter other = new Pipe().Writer;
        other.CancelPendingFlush();
        return (int)JsonRows.From([new Row()]).WriteToAsync(other).GetAwaiter().GetResult().Rows;
    }

    private static IEnumerable<Row> Sound() => Enumerable.Range(0, 10).Select(n => new Row { ["n"] = n });

    private static IEnumerable<Row> Rows() => Sound().Select(row => (int)row["n"]! == Bad ? throw GaveUp : row);

    private static async IAsyncEnumerable<Row> RowsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        foreach (Row row in Rows())
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
            yield return row;
        }
    }

    private static async IAsyncEnumerable<Row> CancelledAsync(
        CancellationTokenSource cancellation, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        yield return new Row { ["n"] = 0 };
        await cancellation.CancelAsync();
        linked.Token.ThrowIfCancellationRequested();
    }
}
