using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.Tests;

public class PipeSinkTests
{
    [Fact]
    public async Task DrainAsync_readerThatStays_saysThatItReads()
    {
        var pipe = new Pipe();
        using var sink = new PipeSink(pipe.Writer);
        sink.HasReader.Should().BeTrue();
        sink.Receiver.Should().BeSameAs(pipe.Writer);
        pipe.Writer.Write("one"u8);
        ((IRowSink)sink).Send();
        pipe.Reader.TryRead(out _).Should().BeFalse("it leaves with an asynchronous flush");

        (await sink.DrainAsync(default)).Should().BeTrue();
        sink.IsCancelled.Should().BeFalse();
        (await pipe.Reader.ReadAsync()).Buffer.ToArray().Should().Equal("one"u8.ToArray());
    }

    [Fact]
    public async Task DrainAsync_readerThatIsGone_saysSo()
    {
        var pipe = new Pipe();
        using var sink = new PipeSink(pipe.Writer);
        await pipe.Reader.CompleteAsync();
        pipe.Writer.Write("one"u8);
        (await sink.DrainAsync(default)).Should().BeFalse();
    }

    [Fact]
    public async Task DrainAsync_flushThatIsCancelled_isACancellationOfTheSink()
    {
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 2, resumeWriterThreshold: 1));
        using var sink = new PipeSink(pipe.Writer);
        pipe.Writer.Write("one"u8);
        Task<bool> drained = sink.DrainAsync(default).AsTask();
        drained.IsCompleted.Should().BeFalse("nobody has read");
        pipe.Writer.CancelPendingFlush();

        await FluentActions.Awaiting(() => drained).Should().ThrowAsync<OperationCanceledException>()
            .WithMessage("The flush of the PipeWriter was cancelled (CancelPendingFlush).");
        sink.IsCancelled.Should().BeTrue();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task SaveAsync_afterAFlushOrBeforeTheFirst_flushesOnlyThen(bool hasFlushed)
    {
        var pipe = new Pipe();
        using var sink = new PipeSink(pipe.Writer);
        pipe.Writer.Write("one"u8);
        if (hasFlushed) await sink.DrainAsync(default);
        pipe.Writer.Write("two"u8);

        await sink.SaveAsync(default);

        pipe.Writer.UnflushedBytes.Should().Be(hasFlushed ? 0 : 6);
    }
}
