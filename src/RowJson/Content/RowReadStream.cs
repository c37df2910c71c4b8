using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace RowJson;

// A stream that rows are encoded into while it is read, a batch at a time.
// The write loop runs between two reads, up to its next batch. It is not started before the first read, and it waits only for the source.
internal sealed class RowReadStream : Stream, IValueTaskSource<bool>
{
    private readonly RowBody _rows;
    private readonly ReadSink _sink;
    private readonly CancellationTokenSource _cancellation = new();

    // Completes when a batch is there (true) or the write has ended (false).
    private ManualResetValueTaskSourceCore<bool> _next = new() { RunContinuationsAsynchronously = true };

    // The write, which throws nothing; null before the first read.
    private Task? _write;

    private ExceptionDispatchInfo? _failure;
    private int _position;
    private int _isInUse;
    private int _isDisposed;
    private volatile bool _hasEnded;

    public RowReadStream(RowBody rows)
    {
        _rows = rows;
        _sink = new ReadSink(this, rows.Options) { BatchIsThere = () => _next.SetResult(true) };
    }

    public override bool CanRead => Volatile.Read(ref _isDisposed) == 0;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException("The length is not known before the rows are read.");

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        ValidateBufferArguments(buffer, offset, count);
        return Read(buffer.AsSpan(offset, count));
    }

    public override int Read(Span<byte> buffer)
    {
        BeginUse();
        try
        {
            _rows.RequireSynchronous();
            if (buffer.IsEmpty) return 0;
            if (!HasBytes && !_hasEnded)
            {
                ValueTask<bool> next = MoveNext(_rows.WriteBlocking);
                // Ranges on other threads are waited for, and a reader whose first rows have been read asynchronously.
                if (!next.IsCompleted) next.AsTask().GetAwaiter().GetResult();
            }
            return Take(buffer, CancellationToken.None);
        }
        finally
        {
            EndUse();
        }
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        BeginUse();
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (buffer.IsEmpty) return 0;
            if (!HasBytes && !_hasEnded)
            {
                using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
                    static source => ((CancellationTokenSource)source!).Cancel(), _cancellation);
                await MoveNext(_rows.WriteAsync).ConfigureAwait(false);
            }
            return Take(buffer.Span, cancellationToken);
        }
        finally
        {
            EndUse();
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await EndAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    // Does not wait for an asynchronous source to be released.
    protected override void Dispose(bool disposing)
    {
        if (disposing) _ = EndAsync();
        base.Dispose(disposing);
    }

    bool IValueTaskSource<bool>.GetResult(short token) => _next.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _next.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _next.OnCompleted(continuation, state, token, flags);

    private bool HasBytes => _sink.IsWaiting && _position < _sink.Batch.Length;

    // Lets the write go on; completes when it has the next batch, or has ended.
    private ValueTask<bool> MoveNext(Func<IRowSink, CancellationToken, Task> write)
    {
        _next.Reset();
        var next = new ValueTask<bool>(this, _next.Version);
        _position = 0;
        if (_write is null) _write = RunAsync(write);
        else _sink.Resume(isRead: true);
        return next;
    }

    private async Task RunAsync(Func<IRowSink, CancellationToken, Task> write)
    {
        try
        {
            await write(_sink, _cancellation.Token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
        }
        _hasEnded = true;
        _next.SetResult(false);
    }

    // Copies what is there; 0 at the end. Throws how the write has failed.
    private int Take(Span<byte> buffer, CancellationToken cancellationToken)
    {
        if (!HasBytes)
        {
            if (_failure?.SourceException is OperationCanceledException && cancellationToken.IsCancellationRequested)
                throw new OperationCanceledException(cancellationToken);
            _failure?.Throw();
            return 0;
        }
        ReadOnlySpan<byte> rest = _sink.Batch[_position..];
        int count = Math.Min(rest.Length, buffer.Length);
        rest[..count].CopyTo(buffer);
        _position += count;
        return count;
    }

    private void BeginUse()
    {
        ObjectDisposedException.ThrowIf(!CanRead, this);
        EncodingScope.RefuseNested(this);
        if (Interlocked.Exchange(ref _isInUse, 1) != 0)
            throw new InvalidOperationException("The stream is being read. Read it with one call at a time, and not from inside a row.");
    }

    private void EndUse()
    {
        Interlocked.Exchange(ref _isInUse, 0);
        // Disposed of meanwhile: who was reading releases.
        if (!CanRead) _ = ReleaseAsync();
    }

    private Task EndAsync() => Interlocked.Exchange(ref _isDisposed, 1) == 0 ? ReleaseAsync() : Task.CompletedTask;

    // Ends the write, because the stream is not read any more. A read under way is cancelled, and then releases.
    private async Task ReleaseAsync()
    {
        if (Interlocked.Exchange(ref _isInUse, 1) != 0)
        {
            await _cancellation.CancelAsync().ConfigureAwait(false);
            return;
        }
        if (_write is null)
        {
            _sink.Dispose();
        }
        else if (!_hasEnded)
        {
            _next.Reset();
            _sink.Resume(isRead: false);
            await _write.ConfigureAwait(false);
        }
        _cancellation.Dispose();
    }
}
