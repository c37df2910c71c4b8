namespace RowJson;

// A pass over a source that makes its reader wait. With a flush interval, rows that are complete leave within it even while the source is
// silent: the wait for the next row then goes on after the flush.
// A move may therefore be pending when the write ends: its sink has failed, the reader has left, or it was cancelled. The move is then
// cancelled, for which it has a token of its own, linked to the write's. Without an interval every move is awaited, and the source has the
// write's own token. An interval of zero needs no clock: rows leave before each wait.
internal abstract class AsyncRowPass(FlushPolicy policy) : IAsyncRowPass
{
    // How long the end of a write waits for a move that it has cancelled: as long as a database usually has to confirm a cancellation. A
    // source that ignores its token is disposed later, when its move ends.
    private static readonly TimeSpan LongestEndOfMove = TimeSpan.FromSeconds(2);

    // Cancels the pending move; null without an interval.
    private CancellationTokenSource? _moves;

    private Task<bool>? _pendingMove;

    // When the batch got its first row, or the wait for one began.
    private long _batchBegan;

    public async ValueTask<IAsyncRowPass?> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        if (policy.SendsBetweenRows) _moves ??= CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        if (policy.Clock is not null) _batchBegan = Stopwatch.GetTimestamp();
        try
        {
            while (true)
            {
                encoder.Stage = JsonRowStage.Source;
                bool? hasRow = await MoveAsync(encoder, cancellationToken).ConfigureAwait(false);
                encoder.Stage = JsonRowStage.Value;
                if (hasRow is null) return this;
                if (hasRow is false) return null;
                if (policy.Clock is not null && encoder.BytesPending == 0) _batchBegan = Stopwatch.GetTimestamp();
                using (new EncodingScope(encoder)) EncodeCurrent(encoder);
                if (encoder.BatchIsFull || TimeLeft == TimeSpan.Zero) return this;
            }
        }
        // Some sources report a cancellation as a failure of their own.
        catch (Exception exception) when (encoder.Stage == JsonRowStage.Source && cancellationToken.IsCancellationRequested
            && exception is not OperationCanceledException)
        {
            throw new OperationCanceledException(exception.Message, exception, cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        // Ends when the move has ended and what it has registered with its token has run.
        Task ended = _pendingMove is { } move ? Task.WhenAll(_moves!.CancelAsync(), move) : Task.CompletedTask;
        await ended.WaitAsync(LongestEndOfMove).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (ended.IsCompleted) await ReleaseAsync().ConfigureAwait(false);
        else _ = ReleaseAfterAsync(ended);
    }

    public abstract void DescribeColumns(RowEncoder encoder);

    protected abstract ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken);

    protected abstract void EncodeCurrent(RowEncoder encoder);

    // Releases the source. Called once, and never while a move is pending.
    protected abstract ValueTask DisposeSourceAsync();

    // Null if the next row has not come in time: the rows before it have to leave.
    private ValueTask<bool?> MoveAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        if (_pendingMove is null)
        {
            // A source may ignore the token.
            cancellationToken.ThrowIfCancellationRequested();
            ValueTask<bool> move;
            using (new EncodingScope(encoder)) move = MoveNextAsync(_moves?.Token ?? cancellationToken);
            // A row that is there costs no task.
            if (move.IsCompletedSuccessfully) return new ValueTask<bool?>(move.Result);
            _pendingMove = move.AsTask();
        }
        if (policy.SendsBeforeEachWait && encoder.BytesPending > 0 && !_pendingMove.IsCompleted) return new ValueTask<bool?>((bool?)null);
        TimeSpan time = encoder.BytesPending > 0 || policy.WatchesReader ? TimeLeft : Timeout.InfiniteTimeSpan;
        return WaitAsync(_pendingMove, time, cancellationToken);
    }

    private async ValueTask<bool?> WaitAsync(Task<bool> move, TimeSpan time, CancellationToken cancellationToken)
    {
        // Without an interval the source is waited for, even if it ignores the cancellation: it could not be disposed of otherwise.
        if (policy.SendsBetweenRows && !move.IsCompleted)
        {
            Task ended = ((Task)move).WaitAsync(time, cancellationToken);
            await ended.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!move.IsCompleted)
            {
                cancellationToken.ThrowIfCancellationRequested();
                return null;
            }
        }
        try
        {
            return await move.ConfigureAwait(false);
        }
        finally
        {
            _pendingMove = null;
        }
    }

    // The write has ended with its own failure: a later failure of the source adds nothing.
    private async Task ReleaseAfterAsync(Task move)
    {
        await move.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Quietly.RunAsync(ReleaseAsync).ConfigureAwait(false);
    }

    private async ValueTask ReleaseAsync()
    {
        using CancellationTokenSource? moves = _moves;
        await DisposeSourceAsync().ConfigureAwait(false);
    }

    private TimeSpan TimeLeft
    {
        get
        {
            if (policy.Clock is not { } interval) return Timeout.InfiniteTimeSpan;
            TimeSpan left = interval - Stopwatch.GetElapsedTime(_batchBegan);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }
}
