using System.Buffers;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace RowJson.AspNetCore;

// The body's writer, which gives nothing to the server before the first flush: until then an exception can still become another answer.
// The serializer advances a writer whose memory is full before it flushes, and a server cannot take back what it has been given. Small
// answers are written into the server's own memory and copied nowhere.
internal sealed class ResponseBodyWriter(PipeWriter server) : PipeWriter, IDisposable
{
    // What is written before the first flush: memory of the server's, which it is not told of yet, or _rented.
    private Memory<byte> _held;

    private byte[]? _rented;
    private int _heldCount;
    private long _bytesFlushed;
    private bool _hasBegun;

    // The bytes written, flushed or not.
    public long BytesWritten { get; private set; }

    // The reader has left: what a writer then calls its end is not the end of the rows.
    public bool HasLostItsReader { get; private set; }

    public override bool CanGetUnflushedBytes => true;

    // Our own count: a server whose client has left takes bytes and reports none, and the serializer, which flushes by this number, would
    // read the source to its end.
    public override long UnflushedBytes => BytesWritten - _bytesFlushed;

    public override void Advance(int bytes)
    {
        if (_hasBegun) server.Advance(bytes);
        else AdvanceHeld(bytes);
        BytesWritten += bytes;
    }

    public override Memory<byte> GetMemory(int sizeHint = 0) => _hasBegun ? server.GetMemory(sizeHint) : HeldMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => _hasBegun ? server.GetSpan(sizeHint) : HeldMemory(sizeHint).Span;

    // Sends what is written; not after the request was aborted, when the server may report a flush as done.
    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<FlushResult>(cancellationToken);
        if (!_hasBegun) Begin();
        _bytesFlushed = BytesWritten;
        ValueTask<FlushResult> flush = server.FlushAsync(cancellationToken);
        return flush.IsCompletedSuccessfully ? new ValueTask<FlushResult>(Noted(flush.Result)) : WaitAsync(flush);
    }

    public override void CancelPendingFlush() => server.CancelPendingFlush();

    // The server completes the body.
    public override void Complete(Exception? exception = null)
    {
    }

    // Drops what is held, if nothing has been flushed.
    public void Dispose()
    {
        if (_rented is not null) ArrayPool<byte>.Shared.Return(_rented);
        _rented = null;
        _held = default;
    }

    private void AdvanceHeld(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, _held.Length - _heldCount);
        _heldCount += bytes;
    }

    private Memory<byte> HeldMemory(int sizeHint)
    {
        if (_held.Length - _heldCount < Math.Max(1, sizeHint))
        {
            if (_heldCount == 0) _held = server.GetMemory(sizeHint);
            else Grow(Math.Max(1, sizeHint));
        }
        return _held[_heldCount..];
    }

    private void Grow(int count)
    {
        // What no array can hold could not be taken back: InsufficientMemoryException is thrown before the server has anything.
        long needed = (long)_heldCount + count;
        if (needed > Array.MaxLength)
            throw new InsufficientMemoryException($"More than {Array.MaxLength} bytes were written before the first flush. Return smaller values.");
        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(needed, 2L * _held.Length), Array.MaxLength));
        _held[.._heldCount].CopyTo(larger);
        if (_rented is not null) ArrayPool<byte>.Shared.Return(_rented);
        _held = _rented = larger;
    }

    // Gives the server what is held; from now on it gets everything at once.
    private void Begin()
    {
        Debug.Assert(_heldCount == BytesWritten);
        _hasBegun = true;
        if (_rented is not null) server.Write(_rented.AsSpan(0, _heldCount));
        else if (_heldCount > 0) server.Advance(_heldCount);
        Dispose();
    }

    // Pooled: waiting for a client does not allocate memory for each batch.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<FlushResult> WaitAsync(ValueTask<FlushResult> flush) => Noted(await flush.ConfigureAwait(false));

    private FlushResult Noted(FlushResult result)
    {
        HasLostItsReader |= result.IsCompleted;
        return result;
    }
}
