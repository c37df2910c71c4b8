using System.Buffers;

namespace RowJson;

/// <summary>A <see cref="MemoryStream"/>: rows are encoded where they are to stay, as long as it has room behind its end.</summary>
/// <remarks>
/// What lies between a memory stream's end and its capacity is nobody's. Where a piece has no room there, it is encoded into a
/// buffer and written, which makes the stream grow as it always does, or say that it cannot.
/// </remarks>
internal sealed class MemoryStreamSink(MemoryStream stream, JsonRowOptions options) : RowSink, IBufferWriter<byte>
{
    private readonly PooledBufferWriter _buffer = PooledBufferWriter.ForPieces(options);
    private readonly int _pieceSize = PooledBufferWriter.PieceSize(options);

    /// <summary>The stream's memory that rows are encoded into; empty where it is the buffer's.</summary>
    private Memory<byte> _room;

    public override object Receiver => stream;

    public override IBufferWriter<byte> Buffer => this;

    /// <summary>Whether a stream is one: a class derived from it may do what it likes with what it is given.</summary>
    public static bool Takes(Stream stream) =>
        stream is MemoryStream { CanWrite: true } memory && memory.GetType() == typeof(MemoryStream) && memory.TryGetBuffer(out _);

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        _room = _buffer.WrittenCount == 0 ? RoomOf(Math.Max(sizeHint, _pieceSize)) : default;
        if (_room.IsEmpty) return _buffer.GetMemory(sizeHint);
        // Gives back what a long row has made of it.
        _buffer.Clear();
        return _room;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Advance(int count)
    {
        if (_room.IsEmpty)
        {
            _buffer.Advance(count);
            return;
        }
        if (stream.Capacity - stream.Position != _room.Length)
        {
            throw new InvalidOperationException(
                "The MemoryStream was changed while rows were being written to it. Leave it alone until the write has ended.");
        }
        // Written onto itself: the stream moves its end, and finds the bytes in their place.
        stream.Write(_room.Span[..count]);
        _room = _room[count..];
    }

    public override void Flush(bool through)
    {
        if (_buffer.WrittenCount == 0) return;
        stream.Write(_buffer.WrittenSpan);
        _buffer.Clear();
    }

    public override ValueTask<bool> FlushAsync(bool through, CancellationToken cancellationToken)
    {
        Flush(through);
        return new ValueTask<bool>(true);
    }

    public override void Dispose() => _buffer.Dispose();

    /// <summary>The memory behind the stream's end; nothing where it is too small, or where bytes follow that are somebody's.</summary>
    private Memory<byte> RoomOf(int size)
    {
        if (stream.Position != stream.Length || stream.Capacity - stream.Length < size) return default;
        stream.TryGetBuffer(out ArraySegment<byte> written);
        return written.Array.AsMemory(written.Offset + written.Count, stream.Capacity - written.Count);
    }
}
