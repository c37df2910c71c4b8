using System.Buffers;
using System.IO.Pipelines;

namespace RowJson.Fuzz;

/// <summary>A stream and a pipe of a caller's, which count what is asked of them.</summary>
internal sealed class Receiver : Stream
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    public Receiver() => Pipe = new Writer(this);

    public PipeWriter Pipe { get; }

    public int Writes { get; private set; }

    public int Flushes { get; private set; }

    /// <summary>More bytes are refused.</summary>
    public int Limit { get; init; } = int.MaxValue;

    public byte[] Bytes => _bytes.WrittenSpan.ToArray();

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (buffer.Length > Limit - _bytes.WrittenCount) throw new IOException("Too many bytes.");
        Writes++;
        _bytes.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush() => Flushes++;

    public override Task FlushAsync(CancellationToken cancellationToken)
    {
        Flush();
        return Task.CompletedTask;
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>What is advanced over is in the pipe, whether it is flushed or not.</summary>
    private sealed class Writer(Receiver receiver) : PipeWriter
    {
        private long _unflushed;

        public override bool CanGetUnflushedBytes => true;

        public override long UnflushedBytes => _unflushed;

        public override void Advance(int bytes)
        {
            receiver._bytes.Advance(bytes);
            _unflushed += bytes;
        }

        public override Memory<byte> GetMemory(int sizeHint = 0) => receiver._bytes.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0) => receiver._bytes.GetSpan(sizeHint);

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
        {
            receiver.Flushes++;
            _unflushed = 0;
            return ValueTask.FromResult(default(FlushResult));
        }

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null)
        {
        }
    }
}
