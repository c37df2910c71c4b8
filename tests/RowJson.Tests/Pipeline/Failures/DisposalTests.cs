using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>Disposal during a write: memory that the sink may still read is not returned before the write has ended.</summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
public class DisposalTests
{
    private static readonly Dictionary<string, object?> Row = new() { ["a"] = 1 };

    private readonly CountingPool _pool = new();
    private readonly PendingStream _stream = new();

    public static TheoryData<string> PendingCalls => ["WriteRowAsync", "FlushAsync", "CompleteAsync"];

    [Theory]
    [MemberData(nameof(PendingCalls))]
    public async Task Dispose_writeUnderWay_leavesItsMemoryAlone(string call)
    {
        var writer = new JsonRowWriter(_stream, Options(call));
        Task pending = Begin(writer, call);
        int held = _pool.Outstanding;
        held.Should().BeGreaterThan(0);
        writer.Dispose();
        writer.Dispose();
        _pool.Outstanding.Should().Be(held, "the stream has yet to read it");
        Action[] refused = [() => writer.WriteRow(Row), writer.Flush, writer.Complete];
        foreach (Action use in refused) use.Should().Throw<ObjectDisposedException>();

        // If an array were returned too early, its poison would be in the output.
        _stream.Release();
        await pending;
        _stream.Text.Should().Be(Expected(call));
        _pool.Outstanding.Should().Be(0);
        _stream.IsDisposed.Should().BeFalse("it is left open");
    }

    [Theory]
    [MemberData(nameof(PendingCalls))]
    public async Task Dispose_writeUnderWayThenFails_endsWithItsFailure(string call)
    {
        var writer = new JsonRowWriter(_stream, Options(call));
        Task pending = Begin(writer, call);
        writer.Dispose();
        _stream.Release(new IOException("The wire is cut."));
        await pending.Awaiting(pending => pending).Should().ThrowAsync<JsonRowException>().WithMessage("The sink failed*");
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Dispose_afterATimeout_theStreamGetsItsOwnBytes()
    {
        // With the shared pool, as in the report of the defect.
        var options = new JsonRowOptions { FlushThreshold = 1 };
        Task<bool> pending;
        using (var writer = new JsonRowWriter(_stream, options))
        {
            pending = writer.WriteRowAsync(new Dictionary<string, object?> { ["a"] = new string('a', 10_000) }).AsTask();
            await pending.Awaiting(pending => pending.WaitAsync(TimeSpan.FromMilliseconds(1))).Should().ThrowAsync<TimeoutException>();
        }
        // Another user of the pool.
        for (int i = 0; i < 10; i++) JsonRows.From([new Dictionary<string, object?> { ["b"] = new string('b', 10_000) }]).ToUtf8Bytes(options);
        _stream.Release();
        await pending;
        _stream.Text.Should().Be($$"""[{"a":"{{new string('a', 10_000)}}"}""");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task DisposeAsync_writeUnderWay_waitsForItAndHandsOverTheRest(bool leaveOpen)
    {
        var writer = new JsonRowWriter(_stream, new JsonRowOptions { Pool = _pool, Sizes = BufferSizes.Tiny }, leaveOpen);
        writer.WriteRow(Row);
        Task pending = writer.FlushAsync().AsTask();
        Task disposal = writer.DisposeAsync().AsTask();
        disposal.IsCompleted.Should().BeFalse();
        _pool.Outstanding.Should().BeGreaterThan(0);
        writer.Invoking(writer => writer.WriteRow(Row)).Should().Throw<InvalidOperationException>();
        _stream.Release();
        await pending;
        await disposal;
        _stream.Text.Should().Be("""[{"a":1}""");
        _stream.IsDisposed.Should().Be(!leaveOpen);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task DisposeAsync_writeUnderWayFails_ends()
    {
        var writer = new JsonRowWriter(_stream, Options("WriteRowAsync"));
        Task pending = Begin(writer, "WriteRowAsync");
        Task disposal = writer.DisposeAsync().AsTask();
        _stream.Release(new IOException("The wire is cut."));
        await pending.Awaiting(pending => pending).Should().ThrowAsync<JsonRowException>();
        await disposal;
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Dispose_streamIsTheWritersOwn_isDisposedAtOnce()
    {
        var writer = new JsonRowWriter(_stream, Options("WriteRowAsync"), leaveOpen: false);
        Task pending = Begin(writer, "WriteRowAsync");
        writer.Dispose();
        _stream.IsDisposed.Should().BeTrue("who gives up wants the connection closed");
        _stream.Release();
        await pending;
        _pool.Outstanding.Should().Be(0);
    }

    /// <summary>A stream with a buffer of its own may see only then that its disk is full.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Dispose_ownStreamsDisposalFails_isTheSinksFailure(bool isAsync, bool isComplete)
    {
        var writer = new JsonRowWriter(new UndisposableStream(failure: null), Options("FlushAsync"), leaveOpen: false);
        writer.WriteRow(Row);
        if (isComplete) writer.Complete();

        JsonRowException failure = (await FluentActions.Awaiting(() => DisposeAsync(writer, isAsync)).Should().ThrowAsync<JsonRowException>()).Which;

        (failure.Stage, failure.RowIndex).Should().Be((JsonRowStage.Sink, 1));
        failure.InnerException.Should().BeOfType<IOException>();
        failure.Message.Should().Be("The sink failed after 1 row was encoded: The disk is full. Check the stream or writer that receives the rows. "
            + (isComplete
                ? "The sink had been given the end of the output, which may look whole: discard it."
                : "The output is not closed, and how many of the rows the sink has taken is not known: discard it."));
        _pool.Outstanding.Should().Be(0);
        await DisposeAsync(writer, isAsync);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Dispose_writeAndOwnStreamsDisposalFail_isTheFailureOfTheWrite(bool isAsync)
    {
        var cut = new IOException("The wire is cut.");
        var writer = new JsonRowWriter(new UndisposableStream(cut), Options("FlushAsync"), leaveOpen: false);
        writer.WriteRow(Row);
        (await FluentActions.Awaiting(() => DisposeAsync(writer, isAsync)).Should().ThrowAsync<JsonRowException>())
            .Which.InnerException.Should().BeSameAs(cut);
        _pool.Outstanding.Should().Be(0);

        // Reported before: the exception on its way out of a using block stays the same.
        writer = new JsonRowWriter(new UndisposableStream(cut), Options("FlushAsync"), leaveOpen: false);
        writer.WriteRow(Row);
        writer.Invoking(it => it.Flush()).Should().Throw<JsonRowException>();
        await DisposeAsync(writer, isAsync);
    }

    [Fact]
    public async Task Dispose_pipeFlushUnderWay_leavesItAlone()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 8, resumeWriterThreshold: 1));
        var writer = new JsonRowWriter(pipe.Writer, new JsonRowOptions { FlushThreshold = 1, Pool = _pool });
        Task<bool> pending = writer.WriteRowAsync(Row).AsTask();
        pending.IsCompleted.Should().BeFalse();
        writer.Dispose();
        ReadResult read = await pipe.Reader.ReadAsync();
        Encoding.UTF8.GetString(read.Buffer.FirstSpan).Should().Be("""[{"a":1}""");
        pipe.Reader.AdvanceTo(read.Buffer.End);
        (await pending).Should().BeTrue();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Dispose_rowUnderWayOnAnotherThread_isReleasedWhenItEnds()
    {
        using var inRow = new SemaphoreSlim(0);
        using var goOn = new SemaphoreSlim(0);
        var writer = new JsonRowWriter(_stream, new JsonRowOptions { Pool = _pool, Sizes = BufferSizes.Tiny });
        Task writing = Task.Run(() => RowProbe.Write(writer, "getter", () =>
        {
            inRow.Release();
            goOn.Wait();
        }));
        await inRow.WaitAsync();
        writer.Dispose();
        _pool.Outstanding.Should().BeGreaterThan(0, "the row is being written into it");
        Task disposal = writer.DisposeAsync().AsTask();
        disposal.IsCompletedSuccessfully.Should().BeTrue("it is disposed of already");
        goOn.Release();
        await writing;
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Dispose_manyAtOnce_releasesOnce()
    {
        for (int round = 0; round < 200; round++)
        {
            var options = new JsonRowOptions { Pool = _pool };
            var writer = new JsonRowWriter(new MemoryStream(), options);
            writer.WriteRow(Row);
            using var start = new Barrier(3);
            void Run(Action action)
            {
                start.SignalAndWait();
                action();
            }

            await Task.WhenAll(
                Task.Factory.StartNew(() => Run(writer.Dispose), TaskCreationOptions.LongRunning),
                Task.Factory.StartNew(() => Run(() => writer.DisposeAsync().AsTask().Wait()), TaskCreationOptions.LongRunning),
                Task.Factory.StartNew(() => Run(() => WriteUntilDisposed(writer)), TaskCreationOptions.LongRunning));
            _pool.Outstanding.Should().Be(0);
            RowEncoder first = options.Context.Rent(), second = options.Context.Rent();
            second.Should().NotBeSameAs(first);
        }
    }

    [Fact]
    public async Task WriteToAsync_cancelledWhileTheStreamDoesNotListen_keepsTheMemoryUntilItEnds()
    {
        using var cancellation = new CancellationTokenSource();
        List<Dictionary<string, object?>> rows = [.. Enumerable.Repeat(Row, 100)];
        Task<JsonRowResult> writing = JsonRows.From(rows).WriteToAsync(_stream, new JsonRowOptions { FlushThreshold = 100, Pool = _pool }, cancellationToken: cancellation.Token);
        await cancellation.CancelAsync();
        writing.IsCompleted.Should().BeFalse();
        _pool.Outstanding.Should().BeGreaterThan(0);
        _stream.Release();
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>();
        JsonSerializer.Serialize(rows).Should().StartWith(_stream.Text);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task WriteToAsync_poolTakesNoArrayBack_saysSo()
    {
        var options = new JsonRowOptions { Pool = new RefusingPool(), FlushThreshold = 100_000 };
        List<Dictionary<string, object?>> rows = [new() { ["a"] = new string('a', 20_000) }];
        await FluentActions.Awaiting(() => JsonRows.From(rows).WriteToAsync(new MemoryStream(), options)).Should().ThrowAsync<NotSupportedException>();
    }

    private static async Task DisposeAsync(JsonRowWriter writer, bool isAsync)
    {
        if (isAsync) await writer.DisposeAsync();
        else writer.Dispose();
    }

    private static void WriteUntilDisposed(JsonRowWriter writer)
    {
        while (true)
        {
            try
            {
                writer.WriteRow(Row);
            }
            catch (ObjectDisposedException)
            {
                return;
            }
            catch (InvalidOperationException)
            {
                // It is being disposed.
            }
        }
    }

    /// <summary>A call that the stream keeps waiting.</summary>
    private static Task Begin(JsonRowWriter writer, string call)
    {
        if (call == "WriteRowAsync") return writer.WriteRowAsync(Row).AsTask();
        writer.WriteRow(Row);
        return call == "FlushAsync" ? writer.FlushAsync().AsTask() : writer.CompleteAsync().AsTask();
    }

    private static string Expected(string call) => call == "CompleteAsync" ? """[{"a":1}]""" : """[{"a":1}""";

    private JsonRowOptions Options(string call) => new() { FlushThreshold = call == "WriteRowAsync" ? 1 : 1000, Pool = _pool, Sizes = BufferSizes.Tiny };

    /// <summary>A stream whose disposal fails, and before that each write, if it is given a failure.</summary>
    private sealed class UndisposableStream(Exception? failure) : WriteOnlyStream
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (failure is not null) throw failure;
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            failure is null ? default : ValueTask.FromException(failure);

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            throw new IOException("The disk is full.");
        }
    }

    private sealed class RefusingPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => new byte[minimumLength];

        public override void Return(byte[] array, bool clearArray = false) => throw new NotSupportedException();
    }
}
