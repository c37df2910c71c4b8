using System.IO.Pipelines;

namespace RowJson;

// A stream that rows are encoded into while it is read, a batch at a time. The write loop runs between two reads, up to its next batch,
// which it leaves in a pipe that is full with it. It is not started before the first read, and it waits only for the source.
internal sealed class RowReadStream(RowSource rows, JsonRowOptions options) : Stream
{
    // The write continues where its batch has been read: on the reader's thread, as long as the source need not be awaited.
    private static readonly PipeOptions OneBatch =
        new(writerScheduler: PipeScheduler.Inline, pauseWriterThreshold: 1, resumeWriterThreshold: 1, useSynchronizationContext: false);

    private readonly OperationGate _gate = new(
        typeof(RowReadStream), "The stream is being read. Read it with one call at a time, and not from inside a row.");

    private readonly Pipe _pipe = new(OneBatch);
    private readonly CancellationTokenSource _cancellation = new();

    // The write, which throws nothing; null before the first read.
    private Task? _write;

    // Why the write has ended; thrown when the complete rows before it have been read.
    private ExceptionDispatchInfo? _failure;

    // What is left of the batch.
    private ReadOnlySequence<byte> _rest;

    public override bool CanRead => !_gate.IsClosed;

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
        _gate.Enter();
        try
        {
            RequireSynchronous(rows);
            if (buffer.IsEmpty) return 0;
            // This blocks on a reader whose first rows have been read asynchronously.
            if (_rest.IsEmpty) SetBatch(MoveNext(blocks: true).AsTask().GetAwaiter().GetResult());
            return Take(buffer);
        }
        finally
        {
            _gate.Exit();
        }
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ValidateBufferArguments(buffer, offset, count);
        return ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _gate.Enter();
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (buffer.IsEmpty) return 0;
            if (_rest.IsEmpty)
            {
                using CancellationTokenRegistration registration = cancellationToken.UnsafeRegister(
                    static source => ((CancellationTokenSource)source!).Cancel(), _cancellation);
                SetBatch(await MoveNext(blocks: false).ConfigureAwait(false));
            }
            return Take(buffer.Span);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellationToken);
        }
        finally
        {
            _gate.Exit();
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

    // Lets the write go on. Completes when it has the next batch or has ended, with its failure.
    // blocks: the rows are read synchronously, even those that could be awaited; the first read decides.
    private ValueTask<ReadResult> MoveNext(bool blocks)
    {
        if (_write is null) _write = RunAsync(blocks);
        else _pipe.Reader.AdvanceTo(_rest.End);
        return _pipe.Reader.ReadAsync();
    }

    private void SetBatch(in ReadResult read)
    {
        _rest = read.Buffer;
        if (_rest.IsEmpty) _failure?.Throw();
    }

    private async Task RunAsync(bool blocks)
    {
        try
        {
            await AsyncWrite.Run(rows, new PipeSink(_pipe.Writer), options, progress: null, _cancellation.Token, blocks)
                .ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
        }
        await _pipe.Writer.CompleteAsync().ConfigureAwait(false);
    }

    // Refuses to block on a source that has to be awaited.
    public static void RequireSynchronous(RowSource rows)
    {
        if (rows.IsAsync)
            throw new NotSupportedException(
                "The rows come from an asynchronous source, and nothing may block on it. Use SendAsync, ReadAsync or CopyToAsync.");
    }

    // Copies what is there; 0 at the end.
    private int Take(Span<byte> buffer)
    {
        int count = (int)Math.Min(_rest.Length, buffer.Length);
        _rest.Slice(0, count).CopyTo(buffer);
        _rest = _rest.Slice(count);
        return count;
    }

    // A read under way is cancelled, and everything is released when it ends.
    private Task EndAsync()
    {
        if (!_gate.TryClose(out bool isUnderWay)) return Task.CompletedTask;
        if (!isUnderWay) return ReleaseAsync();
        Task cancelled = _cancellation.CancelAsync();
        _gate.WhenLeft(() => _ = ReleaseAsync());
        return cancelled;
    }

    // Ends the write, because the stream is not read any more.
    private async Task ReleaseAsync()
    {
        await _pipe.Reader.CompleteAsync().ConfigureAwait(false);
        if (_write is not null) await _write.ConfigureAwait(false);
        _cancellation.Dispose();
    }
}
