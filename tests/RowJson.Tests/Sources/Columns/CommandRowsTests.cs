using System.Data;
using System.Data.Common;
using System.IO.Pipelines;
using System.Text;

namespace RowJson.Tests;

public class CommandRowsTests
{
    private readonly List<string> _events = [];

    [Theory]
    [InlineData(false, false, CommandBehavior.Default)]
    [InlineData(true, false, CommandBehavior.Default)]
    [InlineData(false, true, CommandBehavior.Default)]
    [InlineData(true, true, CommandBehavior.Default)]
    [InlineData(false, true, CommandBehavior.CloseConnection)]
    [InlineData(true, true, CommandBehavior.CloseConnection)]
    public async Task Write_connection_isLeftAsItWasUnlessItIsToBeClosed(bool isAsync, bool isOpen, CommandBehavior behavior)
    {
        RecordingCommand command = Command(rows: 2, isOpen: isOpen);
        JsonRows rows = JsonRows.From(command, behavior);
        using var stream = new MemoryStream();

        JsonRowResult result = await WriteAsync(rows, stream, isAsync);

        ((object)result).Should().Be(new JsonRowResult { Rows = 2, Bytes = stream.Length, IsComplete = true });
        Text(stream).Should().Be("""[{"number":0},{"number":1}]""");
        _events.Should().Equal(
            (isOpen, behavior) switch
            {
                (false, _) => ["opened", "executed", "reader disposed", "closed"],
                (true, CommandBehavior.Default) => ["executed", "reader disposed"],
                _ => ["executed", "reader disposed", "closed"],
            });
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_noRowsInColumns_hasTheNames(bool isAsync)
    {
        using var stream = new MemoryStream();
        var options = new JsonRowOptions { Format = JsonRowFormat.CompactColumns };
        JsonRows rows = JsonRows.From(Command(rows: 0));

        if (isAsync) await rows.WriteToAsync(stream, options);
        else rows.WriteTo(stream, options);

        Text(stream).Should().Be("""{"columns":["number"],"rows":[]}""");
    }

    /// <summary>Without it, a row is in memory before its cells are read: they do not block.</summary>
    [Theory]
    [InlineData(false, CommandBehavior.Default, CommandBehavior.SequentialAccess)]
    [InlineData(true, CommandBehavior.Default, CommandBehavior.Default)]
    [InlineData(true, CommandBehavior.SequentialAccess, CommandBehavior.SequentialAccess)]
    [InlineData(false, CommandBehavior.SingleRow, CommandBehavior.SingleRow | CommandBehavior.SequentialAccess)]
    public async Task Write_behavior_isSequentialWhereReadingMayBlock(bool isAsync, CommandBehavior given, CommandBehavior expected)
    {
        RecordingCommand command = Command(rows: 1);

        await WriteAsync(JsonRows.From(command, given), Stream.Null, isAsync);

        command.Behavior.Should().Be(expected);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_again_executesAgain(bool isAsync)
    {
        JsonRows rows = JsonRows.From(Command(rows: 1, isOpen: false));
        using var first = new MemoryStream();
        using var second = new MemoryStream();

        await WriteAsync(rows, first, isAsync);
        await WriteAsync(rows, second, isAsync);

        Text(second).Should().Be(Text(first)).And.Be("""[{"number":0}]""");
        _events.Should().HaveCount(8);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_noRows_isAnEmptyArray(bool isAsync)
    {
        using var stream = new MemoryStream();

        await WriteAsync(JsonRows.From(Command(rows: 0)), stream, isAsync);

        Text(stream).Should().Be("[]");
        _events.Should().Equal("executed", "reader disposed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_rowFails_cancelsAndReleases(bool isAsync)
    {
        using var stream = new MemoryStream();

        Func<Task> write = () => WriteAsync(JsonRows.From(Command(rows: 2, fails: true, isOpen: false)), stream, isAsync);

        JsonRowException exception = (await write.Should().ThrowAsync<JsonRowException>()).Which;
        exception.Stage.Should().Be(JsonRowStage.Source);
        exception.RowIndex.Should().Be(2);
        exception.InnerException.Should().BeOfType<TimeoutException>();
        _events.Should().Equal("opened", "executed", "cancelled", "reader disposed", "closed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_queryFails_isAFailureOfTheSourceAndWritesNothing(bool isAsync)
    {
        var command = new RecordingCommand(_events.Add, () => throw new TimeoutException("The database is busy."))
        {
            Connection = new RecordingConnection(_events.Add, isOpen: false),
        };
        using var stream = new MemoryStream();

        Func<Task> write = () => WriteAsync(JsonRows.From(command), stream, isAsync);

        JsonRowException exception = (await write.Should().ThrowAsync<JsonRowException>()).Which;
        exception.Stage.Should().Be(JsonRowStage.Source);
        exception.InnerException.Should().BeOfType<TimeoutException>();
        stream.Length.Should().Be(0);
        _events.Should().Equal("opened", "executed", "closed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_sinkFails_cancelsAndReleases(bool isAsync)
    {
        var options = new JsonRowOptions { FlushThreshold = 100 };

        Func<Task> write = () => WriteAsync(JsonRows.From(Command(rows: long.MaxValue)), new FullStream(), isAsync, options);

        (await write.Should().ThrowAsync<JsonRowException>()).Which.Stage.Should().Be(JsonRowStage.Sink);
        _events.Should().Equal("executed", "cancelled", "reader disposed");
    }

    /// <summary>Npgsql's command of a data source refuses. To dispose of the reader would read the rest of the rows.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_commandCannotBeCancelled_cancelsByTheReader(bool isAsync)
    {
        var command = new RecordingCommand(_events.Add, () => new RecordingReader(long.MaxValue, fails: false, _events.Add))
        {
            HidesConnection = true,
            CancelFailure = new NotSupportedException("Not on commands of a data source."),
        };
        var options = new JsonRowOptions { FlushThreshold = 100 };

        Func<Task> write = () => WriteAsync(JsonRows.From(command), new FullStream(), isAsync, options);

        (await write.Should().ThrowAsync<JsonRowException>()).Which.Stage.Should().Be(JsonRowStage.Sink);
        _events.Should().Equal("executed", "cancelled", "next result cancelled", "reader disposed");
    }

    /// <summary>The end of the array is written only when the database has said that there was no error.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_closingFails_leavesTheArrayOpen(bool isAsync)
    {
        var command = new RecordingCommand(
            _events.Add, () => new RecordingReader(2, fails: false, what =>
            {
                _events.Add(what);
                throw new TimeoutException("The database has gone.");
            }))
        {
            Connection = new RecordingConnection(_events.Add, isOpen: false),
        };
        using var stream = new MemoryStream();
        var options = new JsonRowOptions { FlushThreshold = 1 };

        Func<Task> write = () => WriteAsync(JsonRows.From(command), stream, isAsync, options);

        (await write.Should().ThrowAsync<JsonRowException>()).Which.Stage.Should().Be(JsonRowStage.Source);
        Text(stream).Should().Be("""[{"number":0},{"number":1}""");
        _events.Should().Equal(["opened", "executed", "reader disposed", "closed"], "a reader is disposed of once");
    }

    /// <summary>A reader whose disposal fails does not keep the connection open.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_failsAndSoDoesClosing_closesTheConnection(bool isAsync)
    {
        var command = new RecordingCommand(
            _events.Add, () => new RecordingReader(2, fails: true, what => throw new InvalidOperationException($"Not {what}.")))
        {
            Connection = new RecordingConnection(_events.Add, isOpen: false),
        };

        Func<Task> write = () => WriteAsync(JsonRows.From(command), Stream.Null, isAsync);

        (await write.Should().ThrowAsync<JsonRowException>()).Which.InnerException.Should().BeOfType<TimeoutException>();
        _events.Should().Equal("opened", "executed", "cancelled", "closed");
    }

    [Fact]
    public async Task WriteToAsync_cancelled_cancelsAndReleases()
    {
        using var cancellation = new CancellationTokenSource();
        RecordingCommand command = Command(rows: long.MaxValue);
        var options = new JsonRowOptions { FlushThreshold = 100 };
        var progress = new CancelAt(cancellation, rows: 100);

        Func<Task> write = () => JsonRows.From(command).WriteToAsync(Stream.Null, options, progress, cancellation.Token);

        (await write.Should().ThrowAsync<OperationCanceledException>()).Which.CancellationToken.Should().Be(cancellation.Token);
        _events.Should().Equal("executed", "cancelled", "reader disposed");
    }

    [Fact]
    public async Task WriteToAsync_cancelledBeforeItBegins_closesTheConnectionThatIsToBeClosed()
    {
        JsonRows rows = JsonRows.From(Command(rows: 2), CommandBehavior.CloseConnection);

        Func<Task> write = () => rows.WriteToAsync(Stream.Null, cancellationToken: new CancellationToken(canceled: true));

        await write.Should().ThrowAsync<OperationCanceledException>();
        _events.Should().Equal("closed");
    }

    [Fact]
    public async Task WriteToAsync_readerOfThePipeLeaves_cancelsAndReleases()
    {
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();
        RecordingCommand command = Command(rows: long.MaxValue, isOpen: false);

        JsonRowResult result = await JsonRows.From(command).WriteToAsync(pipe.Writer);

        result.IsComplete.Should().BeFalse();
        _events.Should().Equal("opened", "executed", "cancelled", "reader disposed", "closed");
    }

    [Fact]
    public void From_null_throws() =>
        ((Action)(() => JsonRows.From((DbCommand)null!))).Should().Throw<ArgumentNullException>().WithParameterName("command");

    private RecordingCommand Command(long rows, bool fails = false, bool isOpen = true) =>
        new(_events.Add, () => new RecordingReader(rows, fails, _events.Add)) { Connection = new RecordingConnection(_events.Add, isOpen) };

    private static async Task<JsonRowResult> WriteAsync(JsonRows rows, Stream stream, bool isAsync, JsonRowOptions? options = null) =>
        isAsync ? await rows.WriteToAsync(stream, options) : rows.WriteTo(stream, options);

    private static string Text(MemoryStream stream) => Encoding.UTF8.GetString(stream.ToArray());

    private sealed class CancelAt(CancellationTokenSource cancellation, long rows) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            if (value.Rows >= rows) cancellation.Cancel();
        }
    }

    private sealed class FullStream : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count) => throw new IOException("The disk is full.");

        public override void Write(ReadOnlySpan<byte> buffer) => throw new IOException("The disk is full.");

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            throw new IOException("The disk is full.");
    }
}
