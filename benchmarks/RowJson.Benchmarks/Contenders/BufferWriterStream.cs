using RowJson.Tests;

namespace RowJson.Benchmarks;

/// <summary>A stream that writes to a buffer, for encoders that know streams only.</summary>
internal sealed class BufferWriterStream(ArrayBufferWriter<byte> output) : WriteOnlyStream
{
    public override void Write(ReadOnlySpan<byte> buffer) => output.Write(buffer);

    // Without a thread of the pool's.
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        output.Write(buffer.Span);
        return default;
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
