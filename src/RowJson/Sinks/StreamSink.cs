using System.Buffers;

namespace RowJson;

/// <summary>A stream, which receives a piece at a time and stays open.</summary>
internal sealed class StreamSink : RowSink
{
    /// <summary>Room behind the threshold for the row that crosses it.</summary>
    private const int Slack = 4096;

    private readonly Stream _stream;
    private readonly PooledBufferWriter _buffer;

    public StreamSink(Stream stream, int flushThreshold)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!stream.CanWrite) throw new ArgumentException("The stream cannot be written to. Pass one whose CanWrite is true.", nameof(stream));
        _stream = stream;
        _buffer = new PooledBufferWriter((int)Math.Min((long)flushThreshold + Slack, Array.MaxLength));
    }

    public override IBufferWriter<byte> Buffer => _buffer;

    public override void Flush()
    {
        if (_buffer.WrittenCount == 0) return;
        _stream.Write(_buffer.WrittenSpan);
        _buffer.Clear();
    }

    public override async ValueTask<bool> FlushAsync(CancellationToken cancellationToken)
    {
        if (_buffer.WrittenCount == 0) return true;
        await _stream.WriteAsync(_buffer.WrittenMemory, cancellationToken).ConfigureAwait(false);
        _buffer.Clear();
        return true;
    }

    public override void Dispose() => _buffer.Dispose();
}
