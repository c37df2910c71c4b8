using System.Buffers;

namespace RowJson.Benchmarks;

/// <summary>
/// Counts the writes and keeps their bytes. In a program each of them is a call of the operating system;
/// here it is a virtual call and a copy, so the steps that write often look better than they are.
/// </summary>
internal sealed class CountingStream(ArrayBufferWriter<byte> output) : Stream
{
    public long Writes { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Writes++;
        output.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
