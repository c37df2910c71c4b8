namespace RowJson.Tests;

/// <summary>A body and a stream of a gigabyte take a batch of memory.</summary>
[Collection(nameof(RunsAlone))]
public sealed class SendingMemoryTests
{
    private const long Gigabyte = 1L << 30;
    private const long Megabyte = 1L << 20;

    private static readonly string Text = new('x', 1000);

    [Theory]
    [InlineData(JsonRowCompression.None)]
    [InlineData(JsonRowCompression.Gzip)]
    [Trait("Speed", "Slow")]
    public async Task Content_ofAGigabyte_takesABatch(JsonRowCompression compression)
    {
        using HttpContent content = JsonRows.From(Rows()).ToHttpContent(compression: compression);
        var watch = new WatchingStream();

        await content.CopyToAsync(watch);

        if (compression == JsonRowCompression.None) watch.Taken.Should().BeGreaterThan(Gigabyte);
        watch.Growth.Should().BeLessThan(Megabyte);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Speed", "Slow")]
    public async Task Stream_ofAGigabyte_takesABatch(bool isAsync)
    {
        var watch = new WatchingStream();
        await using Stream stream = JsonRows.From(Rows()).AsStream();

        if (isAsync) await stream.CopyToAsync(watch);
        else stream.CopyTo(watch);

        watch.Taken.Should().BeGreaterThan(Gigabyte);
        watch.Growth.Should().BeLessThan(Megabyte);
    }

    private static IEnumerable<string> Rows()
    {
        for (long length = 0; length <= Gigabyte; length += Text.Length) yield return Text;
    }

    /// <summary>Takes everything, and looks at the memory that is in use: beyond what it was after the first megabytes.</summary>
    private sealed class WatchingStream : WriteOnlyStream
    {
        private const long Step = 64 * Megabyte;

        private long _next = 4 * Megabyte;
        private long _base;

        public long Taken { get; private set; }

        public long Growth { get; private set; }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Taken += buffer.Length;
            if (Taken < _next) return;
            _next = Taken + Step;
            long used = GC.GetTotalMemory(forceFullCollection: true);
            if (_base == 0) _base = used;
            else Growth = Math.Max(Growth, used - _base);
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Write(buffer.Span);
            return default;
        }

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            Write(buffer.AsSpan(offset, count));
            return Task.CompletedTask;
        }

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
