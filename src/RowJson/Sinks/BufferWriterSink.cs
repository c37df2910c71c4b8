using System.Buffers;

namespace RowJson;

/// <summary>A buffer of the caller's: complete rows are in it as soon as they are committed.</summary>
internal sealed class BufferWriterSink : RowSink
{
    public BufferWriterSink(IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Buffer = writer;
    }

    public override object Receiver => Buffer;

    public override IBufferWriter<byte> Buffer { get; }

    public override void Flush(bool through)
    {
    }

    public override ValueTask<bool> FlushAsync(bool through, CancellationToken cancellationToken) => new(true);

    public override void Dispose()
    {
    }
}
