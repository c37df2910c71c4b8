using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.AspNetCore.Tests;

public sealed class ResponseBodyWriterTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3000)]
    [InlineData(100_000)]
    public async Task Advance_beforeTheFirstFlush_givesTheServerNothing(int length)
    {
        var server = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        byte[] text = [.. Enumerable.Range(0, length).Select(i => (byte)i)];
        using var body = new ResponseBodyWriter(server.Writer);

        foreach (byte[] part in text.Chunk(700)) body.Write(part);

        body.BytesWritten.Should().Be(length);
        body.UnflushedBytes.Should().Be(length);
        server.Writer.UnflushedBytes.Should().Be(0);

        await body.FlushAsync();
        body.UnflushedBytes.Should().Be(0);
        (await server.Reader.ReadAtLeastAsync(length)).Buffer.ToArray().Should().Equal(text);
    }

    [Fact]
    public async Task Advance_afterTheFirstFlush_givesTheServerAll()
    {
        var server = new Pipe();
        using var body = new ResponseBodyWriter(server.Writer);
        body.Write("one"u8);
        await body.FlushAsync();

        body.Write("two"u8);

        server.Writer.UnflushedBytes.Should().Be(3);
        body.UnflushedBytes.Should().Be(3);
        body.BytesWritten.Should().Be(6);
    }

    [Fact]
    public async Task FlushAsync_cancelled_givesTheServerNothing()
    {
        var server = new Pipe();
        using var body = new ResponseBodyWriter(server.Writer);
        body.Write("one"u8);

        Func<Task> flush = async () => await body.FlushAsync(new CancellationToken(canceled: true));

        await flush.Should().ThrowAsync<OperationCanceledException>();
        server.Writer.UnflushedBytes.Should().Be(0);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    public void Advance_beyondTheMemoryGiven_isRefused(int bytes)
    {
        using var body = new ResponseBodyWriter(new Pipe().Writer);
        body.GetSpan(1);

        body.Invoking(body => body.Advance(bytes)).Should().Throw<ArgumentOutOfRangeException>().WithParameterName(nameof(bytes));
    }

    [Fact]
    public async Task Dispose_unflushed_dropsAll()
    {
        var server = new Pipe();
        var body = new ResponseBodyWriter(server.Writer);
        body.Write(new byte[10_000]);

        body.Dispose();

        server.Writer.UnflushedBytes.Should().Be(0);
        await server.Writer.CompleteAsync();
        (await server.Reader.ReadAsync()).Buffer.IsEmpty.Should().BeTrue();
    }

    [Fact]
    public async Task CancelPendingFlush_serverWaits_endsTheFlush()
    {
        var server = new Pipe(new PipeOptions(pauseWriterThreshold: 2, resumeWriterThreshold: 1));
        using var body = new ResponseBodyWriter(server.Writer);
        body.Write("one"u8);
        ValueTask<FlushResult> flush = body.FlushAsync();
        flush.IsCompleted.Should().BeFalse("nobody has read");

        body.CancelPendingFlush();

        (await flush).IsCanceled.Should().BeTrue();
    }
}
