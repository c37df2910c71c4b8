using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>
/// The one buffer that rows are encoded into: memory of the sink's where that is an array, else of the pool's.
/// Bytes reach the sink only up to the end of a complete row, so that a row that fails leaves no trace.
/// </summary>
/// <remarks>
/// Encoders keep the position in a local and hand it back: <c>position = output.Reserve(position, count)</c> makes room
/// and may move the row under way, so the position that it returns replaces the old one, and references into
/// <see cref="Buffer"/> taken before are stale. Nothing at or behind <see cref="Limit"/> may be written.
/// </remarks>
internal sealed class Utf8Output
{
#if DEBUG
    // Debug builds start with tiny buffers, so that tests walk the growth and flush paths.
    private const int SmallestBuffer = 16;
#else
    private const int SmallestBuffer = 4096;
#endif

    /// <summary>The largest array .NET hands out for bytes.</summary>
    private static readonly int LargestBuffer = Array.MaxLength;

    private IBufferWriter<byte> _sink = null!;
    private byte[] _buffer = [];
    private int _start;
    private int _limit;
    private bool _pooled;

    /// <summary>The array being written to.</summary>
    public byte[] Buffer
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _buffer;
    }

    /// <summary>The first index of <see cref="Buffer"/> that must not be written.</summary>
    public int Limit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _limit;
    }

    /// <summary>Where the row under way begins: everything before it is complete rows.</summary>
    public int RowStart { get; private set; }

    /// <summary>Bytes of complete rows that the sink does not have yet.</summary>
    public int Pending => RowStart - _start;

    /// <summary>Bytes that the sink has been given.</summary>
    public long BytesCommitted { get; private set; }

    /// <summary>The byte at <paramref name="position"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte At(int position)
    {
        Debug.Assert((uint)position <= (uint)_limit);
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_buffer), position);
    }

    /// <summary>Makes sure that <paramref name="count"/> bytes can be written at the position returned.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Reserve(int position, int count) => _limit - position >= count ? position : Grow(position, count);

    /// <summary>Begins to write to <paramref name="sink"/>; returns the first position.</summary>
    public int Open(IBufferWriter<byte> sink)
    {
        Debug.Assert(_buffer.Length == 0);
        _sink = sink;
        BytesCommitted = 0;
        return RowStart;
    }

    /// <summary>The row under way ended before <paramref name="position"/>: its bytes may leave.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRow(int position)
    {
        Debug.Assert(position >= RowStart && position <= _limit);
        RowStart = position;
    }

    /// <summary>Hands the complete rows to the sink. What is behind <see cref="RowStart"/> is dropped.</summary>
    public void Commit()
    {
        int count = Pending;
        byte[] buffer = _buffer;
        int start = _start;
        bool pooled = _pooled;
        Detach();
        BytesCommitted += count;
        if (!pooled)
        {
            if (count > 0) _sink.Advance(count);
            return;
        }
        _sink.Write(buffer.AsSpan(start, count));
        ArrayPool<byte>.Shared.Return(buffer);
    }

    /// <summary>Drops what is not committed and gives the buffer back.</summary>
    public void Close()
    {
        byte[] buffer = _buffer;
        bool pooled = _pooled;
        Detach();
        _sink = null!;
        if (pooled) ArrayPool<byte>.Shared.Return(buffer);
    }

    private void Detach()
    {
        _buffer = [];
        _pooled = false;
        _start = _limit = RowStart = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Grow(int position, int count)
    {
        Debug.Assert(position >= RowStart);
        int partial = position - RowStart;
        int needed = checked(partial + count);
        if (partial == 0)
        {
            // Between rows: the complete ones go, and the sink gives new memory.
            if (_buffer.Length > 0) Commit();
            return Rent(needed, fromSink: true);
        }

        // Within a row: its beginning moves to memory of the pool's, for the sink may take its own back.
        byte[] larger = ArrayPool<byte>.Shared.Rent(GrownSize(needed));
        _buffer.AsSpan(RowStart, partial).CopyTo(larger);
        Commit();
        Attach(larger, 0, larger.Length, pooled: true);
        return partial;
    }

    private int Rent(int needed, bool fromSink)
    {
        int size = Math.Max(needed, SmallestBuffer);
        if (fromSink && MemoryMarshal.TryGetArray(_sink.GetMemory(size), out ArraySegment<byte> segment))
            Attach(segment.Array!, segment.Offset, segment.Offset + segment.Count, pooled: false);
        else
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(size);
            Attach(buffer, 0, buffer.Length, pooled: true);
        }
        return _start;
    }

    private void Attach(byte[] buffer, int start, int limit, bool pooled)
    {
        _buffer = buffer;
        _pooled = pooled;
        _start = RowStart = start;
        _limit = limit;
    }

    private static int GrownSize(int needed)
    {
        long doubled = Math.Max(2L * needed, SmallestBuffer);
        return (int)Math.Min(doubled, Math.Max(needed, LargestBuffer));
    }
}
