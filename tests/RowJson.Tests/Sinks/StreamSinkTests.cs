using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace RowJson.Tests;

public sealed class StreamSinkTests : IDisposable
{
    // Longer than the array that is not the pool's.
    private static readonly string Long = new('-', BufferSizes.Tiny.FirstRequest + 1);

    private readonly CountingPool _pool = new();
    private readonly PendingStream _stream = new();
    private readonly RowEncoder _encoder;

    public StreamSinkTests() => _encoder = new JsonRowOptions { Pool = _pool, Sizes = BufferSizes.Tiny }.Context.Rent();

    public void Dispose() => _stream.Dispose();

    private StreamSink NewSink() => Opened(new StreamSink(_stream));

    private StreamSink Opened(StreamSink sink)
    {
        sink.Open(_encoder, new SourceInfo(IsValue: false, Envelope: null));
        return sink;
    }

    [Fact]
    public void Constructor_streamThatCannotBeWritten_saysWhatToDo() =>
        FluentActions.Invoking(() => new StreamSink(new MemoryStream([], writable: false)))
            .Should().Throw<ArgumentException>().WithMessage("The stream cannot be written to. Pass one whose CanWrite is true.*");

    [Fact]
    public async Task SendAsync_writeThatWaits_takesRowsMeanwhileAndSendsThemAfterIt()
    {
        var sink = NewSink();
        Write("one");
        (await sink.SendAsync(default)).Should().BeTrue("the write is on its way");
        _stream.IsPending.Should().BeTrue();
        Write("two");
        ValueTask<bool> second = sink.SendAsync(default);
        second.IsCompleted.Should().BeFalse("one write is under way at a time");
        _stream.Release();
        (await second).Should().BeTrue();
        _stream.Text.Should().Be("one");

        ValueTask<bool> drained = sink.DrainAsync(default);
        drained.IsCompleted.Should().BeFalse("the receiver does not have it yet");
        _stream.Release();
        (await drained).Should().BeTrue();
        _stream.Text.Should().Be("onetwo");
        sink.Dispose();
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task SendAsync_nothingWritten_writesNothing()
    {
        using var sink = NewSink();
        (await sink.SendAsync(default)).Should().BeTrue();
        (await sink.DrainAsync(default)).Should().BeTrue();
        _stream.IsPending.Should().BeFalse();
    }

    [Fact]
    public async Task SendAsync_cancelledToken_beginsNoWrite()
    {
        using var sink = NewSink();
        Write("one");
        await FluentActions.Awaiting(async () => await sink.SendAsync(new CancellationToken(canceled: true)))
            .Should().ThrowAsync<OperationCanceledException>();
        _stream.IsPending.Should().BeFalse();
    }

    [Fact]
    public async Task DrainAsync_writeThatFails_throwsOnceAndSendsItNoMore()
    {
        using var sink = NewSink();
        Write("one");
        await sink.SendAsync(default);
        _stream.Release(new IOException("gone"));
        await FluentActions.Awaiting(async () => await sink.DrainAsync(default)).Should().ThrowAsync<IOException>().WithMessage("gone");
        (await sink.DrainAsync(default)).Should().BeTrue();
        _stream.Text.Should().BeEmpty();
    }

    [Fact]
    public async Task Dispose_writeUnderWay_leavesItItsBuffer()
    {
        var sink = NewSink();
        Write(Long);
        await sink.SendAsync(default);
        Write("two");
        sink.Dispose();
        _encoder.Close();
        _pool.Outstanding.Should().Be(1, "the write still reads its memory");
        _stream.Release();
        _stream.Text.Should().Be(Long);
    }

    [Fact]
    public async Task Dispose_shortWriteUnderWay_theNextUseOfTheEncoderLeavesItsMemoryAlone()
    {
        var sink = NewSink();
        Write("one");
        await sink.SendAsync(default);
        sink.Dispose();
        _encoder.Close();
        Write("two");
        _stream.Release();
        _stream.Text.Should().Be("one");
    }

    [Fact]
    public async Task DrainAsync_shortWriteThatWaits_theNextUseHasTheSameArrayAgain()
    {
        var sink = NewSink();
        Write("one");
        byte[] first = WrittenArray();
        ValueTask<bool> drained = sink.DrainAsync(default);
        _stream.Release();
        (await drained).Should().BeTrue();
        _encoder.Close();
        Write("two");
        WrittenArray().Should().BeSameAs(first);
    }

    [Fact]
    public async Task DisposeAsync_writeUnderWay_waitsForItAndReturnsBothBuffers()
    {
        var sink = NewSink();
        Write(Long);
        await sink.SendAsync(default);
        Write(Long);
        _encoder.Close();
        ValueTask disposed = sink.DisposeAsync();
        disposed.IsCompleted.Should().BeFalse();
        _stream.Release(new IOException("it does not matter any more"));
        await disposed;
        _pool.Outstanding.Should().Be(0);
    }

    [Fact]
    public async Task Send_writeThatEndsAtOnce_isEmptyAfterIt()
    {
        var stream = new CountingStream();
        using StreamSink sink = Opened(new StreamSink(stream));
        sink.Send();
        stream.Writes.Should().Be(0, "there is nothing to send");
        Write("one");
        sink.Send();
        sink.Send();
        Write("two");
        (await sink.SendAsync(default)).Should().BeTrue();
        (await sink.SendAsync(default)).Should().BeTrue();
        (stream.Writes, stream.Flushes).Should().Be((2, 0));
        Write("three");
        sink.Flush();
        (stream.Writes, stream.Flushes).Should().Be((3, 1));
        Write("four");
        (await sink.FlushAsync(default)).Should().BeTrue();
        (stream.Writes, stream.Flushes).Should().Be((4, 2));
        stream.Text.Should().Be("onetwothreefour");
    }

    private byte[] WrittenArray()
    {
        MemoryMarshal.TryGetArray(_encoder.OwnBuffer.WrittenMemory, out ArraySegment<byte> segment).Should().BeTrue();
        return segment.Array!;
    }

    private void Write(string text) => _encoder.OwnBuffer.Write(Encoding.UTF8.GetBytes(text));

    private sealed class CountingStream : WriteOnlyStream
    {
        private readonly MemoryStream _taken = new();

        public int Writes { get; private set; }

        public int Flushes { get; private set; }

        public string Text => Encoding.UTF8.GetString(_taken.ToArray());

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Writes++;
            _taken.Write(buffer);
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            return default;
        }

        public override void Flush() => Flushes++;

        public override Task FlushAsync(CancellationToken cancellationToken)
        {
            Flushes++;
            return Task.CompletedTask;
        }
    }
}
