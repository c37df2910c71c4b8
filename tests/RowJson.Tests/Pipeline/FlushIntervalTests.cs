using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Threading.Channels;

namespace RowJson.Tests;

/// <summary>Live feeds: rows are flushed long before the threshold is reached. No test depends on how long anything takes.</summary>
[SuppressMessage("Design", "CA1001", Justification = "Holds memory only.")]
public class FlushIntervalTests
{
    private readonly Channel<object?> _feed = Channel.CreateUnbounded<object?>();
    private readonly SignallingStream _stream = new();
    private readonly CountingPool _pool = new();

    [Fact]
    public async Task Write_silentSource_sendsWhatItHas()
    {
        Task<JsonRowResult> writing = WriteAsync(TimeSpan.FromMilliseconds(5));
        for (int i = 0; i < 5; i++)
        {
            _feed.Writer.TryWrite(new { i });
            // The feed is silent until the row has arrived: nothing but the interval can have sent it.
            await _stream.WaitForAsync($"{{\"i\":{i}}}");
        }
        _feed.Writer.Complete();
        (await writing).Should().Be(5);
        _stream.Text.Should().Be("""[{"i":0},{"i":1},{"i":2},{"i":3},{"i":4}]""");
        _stream.Flushes.Should().BeGreaterThanOrEqualTo(5, "a stream that compresses would hold the rows back");
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_sourceFailsAfterSilence_keepsTheRows()
    {
        Task<JsonRowResult> writing = WriteAsync(TimeSpan.FromMilliseconds(5));
        _feed.Writer.TryWrite(new { i = 0 });
        await _stream.WaitForAsync("}");
        _feed.Writer.Complete(new TimeoutException("No more."));
        (await writing.Awaiting(writing => writing).Should().ThrowAsync<JsonRowException>()).Which.RowIndex.Should().Be(1);
        _stream.Text.Should().Be("""[{"i":0}""");
    }

    [Fact]
    public async Task Write_noInterval_waitsForTheThreshold()
    {
        Task<JsonRowResult> writing = WriteAsync(interval: null);
        _feed.Writer.TryWrite(new { i = 0 });
        _feed.Writer.Complete();
        (await writing).Should().Be(1);
        _stream.Writes.Should().Be(1);
    }

    [Fact]
    public async Task Write_silentSource_doesNotFlushAStreamForNothing()
    {
        Task<JsonRowResult> writing = WriteAsync(TimeSpan.FromMilliseconds(1));
        for (int i = 0; i < 3; i++)
        {
            _feed.Writer.TryWrite(new { i });
            await _stream.WaitForAsync($"{{\"i\":{i}}}");
            await Task.Delay(20);
        }
        _feed.Writer.Complete();
        await writing;
        _stream.Flushes.Should().Be(_stream.Writes, "each flush follows rows, or the end of the array");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [Trait("Speed", "Slow")]
    public async Task Write_sinkFailsWhileAMoveIsPending_disposesTheSourceAfterIt(int seconds)
    {
        // Zero, or long enough for the next move to begin before it ends.
        var options = new JsonRowOptions { FlushInterval = TimeSpan.FromSeconds(seconds), Pool = _pool };
        // The channel does not receive the token.
        var batches = new AsyncObjectRows(WithoutToken(_feed.Reader), options.FlushInterval);
        var script = new SinkScript { FailAt = 1 };
        Task<JsonRowResult> writing = AsyncWrite.Run(
            batches.Rows.Source, new StreamSink(new ScriptedStream(script, isAsynchronous: true)), options, progress: null, CancellationToken.None);
        _feed.Writer.TryWrite(new { i = 0 });
        (await writing.Awaiting(writing => writing.WaitAsync(Hang.Guard)).Should().ThrowAsync<JsonRowException>())
            .Which.InnerException.Should().BeSameAs(script.Failure);
        batches.Disposals.Should().Be(0, "the move is still pending");
        _pool.Outstanding.Should().Be(0);

        _feed.Writer.Complete();
        await Hang.UntilAsync(() => batches.Disposals > 0);
        batches.Disposals.Should().Be(1);
        batches.WasDisposedDuringAMove.Should().BeFalse();
    }

    [Fact]
    public async Task Write_intervalOfZero_sendsRowsWheneverTheSourceHasNoNextOne()
    {
        Task<JsonRowResult> writing = WriteAsync(TimeSpan.Zero);
        for (int i = 0; i < 5; i++)
        {
            _feed.Writer.TryWrite(new { i });
            // The feed is silent until the row has arrived: nothing but the wait can have sent it.
            await _stream.WaitForAsync($"{{\"i\":{i}}}");
        }
        _feed.Writer.Complete();
        (await writing).Should().Be(5);
        _stream.Text.Should().Be("""[{"i":0},{"i":1},{"i":2},{"i":3},{"i":4}]""");
        _stream.Writes.Should().Be(6, "the end of the array comes by itself");
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Write_intervalOfZeroRowsAreThere_sendsFullBatches()
    {
        for (int i = 0; i < 1000; i++) _feed.Writer.TryWrite(new { i });
        _feed.Writer.Complete();

        await WriteAsync(TimeSpan.Zero);

        _stream.Writes.Should().Be(1, "no row had to be waited for");
    }

    private static async IAsyncEnumerable<object?> WithoutToken(ChannelReader<object?> feed)
    {
        await foreach (object? row in feed.ReadAllAsync()) yield return row;
    }

    private Task<JsonRowResult> WriteAsync(TimeSpan? interval)
    {
        var options = new JsonRowOptions { FlushInterval = interval, Pool = _pool };
        var batches = new AsyncObjectRows(_feed.Reader.ReadAllAsync(), interval);
        return AsyncWrite.Run(batches.Rows.Source, new StreamSink(_stream), options, progress: null, CancellationToken.None);
    }

    /// <summary>A stream whose reader can wait for a text to arrive.</summary>
    private sealed class SignallingStream : MemoryStream
    {
        private readonly SemaphoreSlim _arrived = new(0);

        public int Writes { get; private set; }

        public int Flushes { get; private set; }

        public string Text => Encoding.UTF8.GetString(ToArray());

        public async Task WaitForAsync(string end)
        {
            do (await _arrived.WaitAsync(TimeSpan.FromMinutes(1))).Should().BeTrue("the row leaves by itself");
            while (!Text.EndsWith(end, StringComparison.Ordinal));
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            Writes++;
            return default;
        }

        public override Task FlushAsync(CancellationToken cancellationToken)
        {
            Flushes++;
            _arrived.Release();
            return Task.CompletedTask;
        }
    }
}
