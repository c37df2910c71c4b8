using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Text.Json;

namespace RowJson.Tests;

/// <summary>A slow stream: rows are encoded meanwhile, one batch ahead, and no memory is returned while the stream reads it.</summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
public class OverlappedWriteTests
{
    /// <summary>Eleven rows of these make a batch.</summary>
    private const int Threshold = 100;

    private readonly CountingPool _pool = new();
    private readonly HeldStream _stream = new();
    private int _read;

    [Fact]
    public async Task Write_streamThatTakesItsTime_isOneBatchAhead()
    {
        Task<JsonRowResult> writing = JsonRows.From(Rows(100)).WriteToAsync(_stream, Options());
        int before = 0;
        while (!writing.IsCompleted)
        {
            await _stream.WaitForWriteAsync(writing);
            if (writing.IsCompleted) break;
            // What is being written, then at most one batch and the row that crosses its end.
            string taken = _stream.Text;
            int under = Count(_stream.UnderWay);
            _read.Should().BeInRange(Math.Min(100, Count(taken) + under + 1), Math.Min(100, Count(taken) + (2 * under) + 2));
            before = Math.Max(before, _read - Count(taken) - under);
            _stream.Release();
        }
        before.Should().BeGreaterThan(0, "rows were encoded while a write was under way");
        (await writing).Should().Be(100);
        _stream.Text.Should().Be(Expected(100));
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_cancelledWhileAWriteIsUnderWay_keepsItsBufferUntilItEnds()
    {
        using var cancellation = new CancellationTokenSource();
        Task<JsonRowResult> writing = JsonRows.From(Rows(100)).WriteToAsync(_stream, Options(), cancellationToken: cancellation.Token);
        await _stream.WaitForWriteAsync(writing);
        await cancellation.CancelAsync();
        // The second write waits for the first: a stream that ignores cancellation keeps its caller waiting.
        writing.IsCompleted.Should().BeFalse();
        _pool.Outstanding.Should().BeGreaterThan(0);
        _stream.Release();
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>();
        CheckCompleteRows();
        _pool.Outstanding.Should().Be(0);
    }

    [Theory]
    [InlineData(15, false)]
    [InlineData(22, false)]
    [InlineData(47, false)]
    [InlineData(15, true)]
    public async Task Write_sourceFailsWhileAWriteIsUnderWay_writesTheRowsBefore(int bad, bool cancelsItself)
    {
        Exception failure = cancelsItself ? new OperationCanceledException() : new InvalidOperationException("The database is gone.");
        Task<JsonRowResult> writing = JsonRows.From(Rows(100, bad, failure)).WriteToAsync(_stream, Options());
        while (!writing.IsCompleted)
        {
            await _stream.WaitForWriteAsync(writing);
            if (!writing.IsCompleted) _stream.Release();
        }
        JsonRowException thrown = (await writing.Awaiting(writing => writing).Should().ThrowAsync<JsonRowException>()).Which;
        thrown.InnerException.Should().BeSameAs(failure);
        thrown.RowIndex.Should().Be(bad);
        _stream.Text.Should().Be(Expected(bad)[..^1]);
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_sourceIsCancelledWhileAWriteIsUnderWay_waitsForIt()
    {
        using var cancellation = new CancellationTokenSource();
        Task<JsonRowResult> writing = JsonRows.From(CancelledRows(cancellation)).WriteToAsync(_stream, Options(), cancellationToken: cancellation.Token);
        await _stream.WaitForWriteAsync(writing);
        writing.IsCompleted.Should().BeFalse("the write reads a buffer of ours");
        _pool.Outstanding.Should().BeGreaterThan(0);
        _stream.Release();
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>();
        CheckCompleteRows();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_writeUnderWayFails_endsWithItsFailure()
    {
        Task<JsonRowResult> writing = JsonRows.From(Rows(100)).WriteToAsync(_stream, Options());
        await _stream.WaitForWriteAsync(writing);
        _stream.Release();
        await _stream.WaitForWriteAsync(writing);
        var failure = new IOException("The wire is cut.");
        _stream.Release(failure);
        JsonRowException thrown = (await writing.Awaiting(writing => writing).Should().ThrowAsync<JsonRowException>()).Which;
        thrown.InnerException.Should().BeSameAs(failure);
        thrown.Message.Should().StartWith("The sink failed");
        _read.Should().BeLessThan(4 * 11, "the source is read one batch further than the write that failed");
        CheckCompleteRows();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_writeUnderWayFailsAsTheSourceIsCancelled_endsWithTheCancellation()
    {
        using var cancellation = new CancellationTokenSource();
        Task<JsonRowResult> writing = JsonRows.From(CancelledRows(cancellation)).WriteToAsync(_stream, Options(), cancellationToken: cancellation.Token);
        await _stream.WaitForWriteAsync(writing);
        _stream.Release(new IOException("The wire is cut."));
        await writing.Awaiting(writing => writing).Should().ThrowAsync<OperationCanceledException>();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task WriteRow_rowWriter_hasNoWriteUnderWayWhenItReturns()
    {
        await using var writer = new JsonRowWriter(_stream, Options());
        foreach (Dictionary<string, object?> row in Rows(100))
        {
            Task<bool> writing = writer.WriteRowAsync(row).AsTask();
            if (writing.IsCompleted) continue;
            await _stream.WaitForWriteAsync(writing);
            _stream.Release();
            await writing;
            _stream.UnderWay.Should().BeEmpty();
        }
        Task completing = writer.CompleteAsync().AsTask();
        await _stream.WaitForWriteAsync(completing);
        if (!completing.IsCompleted) _stream.Release();
        await completing;
        _stream.Text.Should().Be(Expected(100));
    }

    private static string Expected(int rows) =>
        JsonSerializer.Serialize(Enumerable.Range(0, rows).Select(i => new Dictionary<string, object?> { ["id"] = i }));

    private static int Count(string text) => text.Count(c => c == '{');

    private void CheckCompleteRows()
    {
        string text = _stream.Text;
        Expected(100).Should().StartWith(text);
        if (text.Length > 0) text.Should().EndWith("}");
    }

    private IEnumerable<Dictionary<string, object?>> Rows(int count, int bad = -1, Exception? failure = null)
    {
        for (int i = 0; i < count; i++)
        {
            if (i == bad) throw failure!;
            _read = i + 1;
            yield return new() { ["id"] = i };
        }
    }

    /// <summary>Rows that cancel the write after the first batch, and throw because of it themselves.</summary>
    private IEnumerable<Dictionary<string, object?>> CancelledRows(CancellationTokenSource cancellation)
    {
        foreach (Dictionary<string, object?> row in Rows(15)) yield return row;
        cancellation.Cancel();
        cancellation.Token.ThrowIfCancellationRequested();
    }

    private JsonRowOptions Options() => new() { FlushThreshold = Threshold, Pool = _pool, Sizes = BufferSizes.Tiny };

    /// <summary>A stream that holds each write until a test completes it or makes it fail. It ignores cancellation.</summary>
    private sealed class HeldStream : MemoryStream
    {
        private readonly SemaphoreSlim _begun = new(0);
        private TaskCompletionSource? _held;

        public string Text => Encoding.UTF8.GetString(ToArray());

        /// <summary>The text of the write that is held.</summary>
        public string UnderWay { get; private set; } = "";

        /// <summary>Waits until a write is held, or all of it has ended.</summary>
        public async Task WaitForWriteAsync(Task writing) => await Task.WhenAny(writing, _begun.WaitAsync(TimeSpan.FromMinutes(1)));

        public void Release(Exception? failure = null)
        {
            TaskCompletionSource held = _held!;
            if (failure is null) held.SetResult();
            else held.SetException(failure);
        }

        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (UnderWay.Length > 0) throw new InvalidOperationException("A write began before the one before it had ended.");
            UnderWay = Encoding.UTF8.GetString(buffer.Span);
            var held = _held = new TaskCompletionSource();
            _begun.Release();
            try
            {
                await held.Task;
                Encoding.UTF8.GetString(buffer.Span).Should().Be(UnderWay, "nobody writes into what is being sent");
                Write(buffer.Span);
            }
            finally
            {
                UnderWay = "";
            }
        }
    }
}
