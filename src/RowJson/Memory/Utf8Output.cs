namespace RowJson;

// The buffer that rows are encoded into: the sink's memory if that is an array, otherwise an array of the pool. The sink gets only complete
// rows, so that nothing of a row that fails is written.
// Encoders keep the position in a local variable. position = output.Reserve(position, count) makes room, and may move the current row: the
// result replaces the old position, and earlier references into Buffer are stale. Nothing may be written from Limit on.
internal sealed class Utf8Output(ArrayPool<byte> pool, int flushThreshold, BufferSizes sizes)
{
    private readonly int _batchRequest = sizes.BatchRequest(flushThreshold);

    private IBufferWriter<byte> _sink = null!;
    private byte[] _buffer = [];
    private int _start;
    private int _limit;
    private bool _pooled;

    // The index at which the batch would begin if all of it were in Buffer; may be negative.
    private int _batchStart;

    public byte[] Buffer
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _buffer;
    }

    // The first index of Buffer that must not be written.
    public int Limit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _limit;
    }

    // Where the row under way begins: everything before it is complete rows.
    public int RowStart { get; private set; }

    // Bytes of complete rows that the sink does not have yet.
    public int Pending => RowStart - _start;

    // Bytes of complete rows since the last Commit, whether or not the sink has them yet.
    public int BatchLength => RowStart - _batchStart;

    public long BytesCommitted { get; private set; }

    // A call to the sink is in progress, or has thrown.
    public bool IsInSink { get; private set; }

    // The byte at position, the first of count that may be written.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte At(int position, int count = 1)
    {
        Debug.Assert(position >= 0 && count > 0 && _limit - position >= count);
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_buffer), position);
    }

    // Makes sure that count bytes can be written at the position returned.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Reserve(int position, int count)
    {
        // No conditional expression: code that is compiled once and for all, without a profile, would jump to one of its values and back.
        if (_limit - position < count) position = Grow(position, count);
        return position;
    }

    // Begins to write to sink; returns the first position.
    public int Open(IBufferWriter<byte> sink)
    {
        Debug.Assert(_buffer.Length == 0);
        _sink = sink;
        BytesCommitted = 0;
        IsInSink = false;
        _batchStart = 0;
        return RowStart;
    }

    // The row under way ended before position: its bytes may leave.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndRow(int position)
    {
        // Checked once a row, in all builds: no wrong count reaches the sink.
        if ((uint)(position - RowStart) > (uint)(_limit - RowStart)) ThrowChanged();
        RowStart = position;
    }

    // Hands the complete rows to the sink, and begins a new batch. What is after RowStart is dropped.
    public void Commit()
    {
        HandOver();
        _batchStart = 0;
    }

    // A sink that has failed gets nothing more. The buffer stays until then: a converter may have caught the failure, and go on writing.
    private void HandOver()
    {
        if (IsInSink) ThrowFailed();
        int count = Pending;
        IsInSink = true;
        // Our own buffer takes over the array of a row that outgrew it, instead of copying the row.
        bool isAdopted = _pooled && _sink is PooledBufferWriter own && own.TryAdopt(_buffer, count);
        if (count > 0 && !isAdopted)
        {
            // In one step: a sink that failed between two would have half a row.
            if (_pooled) _buffer.AsSpan(0, count).CopyTo(_sink.GetSpan(count));
            _sink.Advance(count);
        }
        IsInSink = false;
        BytesCommitted += count;
        _batchStart = -BatchLength;
        if (Detach() is { } pooled && !isAdopted) pool.Return(pooled);
    }

    // Drops what is not committed and gives the buffer back.
    public void Close()
    {
        Release();
        _sink = null!;
    }

    // The byte at an offset from the beginning of the row under way, which is before position.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref byte InRow(int offset, int position)
    {
        // Checked once an object, in all builds: user code may have run since the offset was taken.
        if ((uint)offset >= (uint)(position - RowStart)) ThrowChanged();
        return ref At(RowStart + offset);
    }

    // The bytes of the row under way from an offset to a position.
    public Span<byte> TextOf(int offset, int position) => _buffer.AsSpan(RowStart + offset, position - RowStart - offset);

    private void Release()
    {
        if (Detach() is { } pooled) pool.Return(pooled);
    }

    // Detaches the buffer; returns it if it has to go back to the pool.
    private byte[]? Detach()
    {
        if (_buffer.Length == 0) return null;
        byte[]? pooled = _pooled ? _buffer : null;
        (_buffer, _pooled) = ([], false);
        _start = _limit = RowStart = 0;
        return pooled;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Grow(int position, int count)
    {
        int partial = position - RowStart;
        if ((uint)partial > (uint)(_limit - RowStart)) ThrowChanged();
        // The sink gets nothing before the first batch is complete, even if it was flushed before there were rows: a write that fails
        // early leaves no output. Only a batch that does not fit in one array is sent to the sink before that.
        int used = position - _start;
        bool isFirstBatch = BytesCommitted == 0 && Pending > 0 && (long)used + count <= Array.MaxLength;
        int kept = isFirstBatch ? used : partial;
        long sum = (long)kept + count;
        if (sum > Array.MaxLength) ThrowTooLong();
        int needed = (int)sum;
        if (kept == 0)
        {
            // Between rows: the sink takes the complete ones and provides new memory.
            if (_buffer.Length > 0) HandOver();
            return Rent(needed);
        }

        // What is kept moves to an array of the pool, because the sink may reuse its own memory.
        byte[] larger = pool.Rent(Math.Max(sizes.Grown(needed), isFirstBatch ? _batchRequest : 0));
        _buffer.AsSpan(position - kept, kept).CopyTo(larger);
        try
        {
            if (isFirstBatch) Release();
            else HandOver();
        }
        catch
        {
            pool.Return(larger);
            throw;
        }
        if (isFirstBatch) _batchStart = 0;
        Attach(larger, pooled: true);
        RowStart = kept - partial;
        return kept;
    }

    [DoesNotReturn]
    private static void ThrowChanged() =>
        throw new InvalidOperationException("The output was changed while a row was being written. Use a writer for one write at a time.");

    [DoesNotReturn]
    private static void ThrowFailed() => throw new InvalidOperationException("The sink has failed before, and gets nothing more.");

    private int Rent(int needed)
    {
        if (IsInSink) ThrowFailed();
        // Most results are small. After the first full batch, the sink is asked for room for whole batches.
        int size = Math.Max(needed, BytesCommitted == 0 ? sizes.FirstRequest : _batchRequest);
        IsInSink = true;
        Memory<byte> memory = _sink.GetMemory(size);
        IsInSink = false;
        // Memory that is not an array, or is shorter than requested, is not used: the sink then gets copies.
        if (MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array) && array.Count >= needed) Attach(array, pooled: false);
        else Attach(pool.Rent(size), pooled: true);
        return _start;
    }

    private void Attach(ArraySegment<byte> array, bool pooled)
    {
        Debug.Assert(_start == 0 && RowStart == 0);
        _buffer = array.Array!;
        _pooled = pooled;
        _start = RowStart = array.Offset;
        _batchStart += _start;
        _limit = _start + array.Count;
    }

    [DoesNotReturn]
    private static void ThrowTooLong() => throw new InsufficientMemoryException(
        $"One row takes more than the {Array.MaxLength} bytes that fit in memory at once. "
        + "Split the row, or leave its largest column out.");
}
