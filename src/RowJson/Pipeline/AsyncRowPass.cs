namespace RowJson;

// A pass over a source that makes its reader wait. With a flush interval, rows that are complete leave within it even while the source is
// silent: the wait for the next row then goes on after the flush.
// A move may therefore be pending when the write ends: its sink has failed, the reader has left, or it was cancelled. The move is then
// cancelled, by a token of its own that is linked to the write's. Without an interval every move is awaited, and has the write's token.
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
        if (policy.HasClock) _batchBegan = Stopwatch.GetTimestamp();
        try
        {
            while (true)
            {
                if (_pendingMove is null && EncodeReady(encoder, cancellationToken) is { } goesOn) return goesOn ? this : null;
                bool isTimed = encoder.BytesPending > 0 ? policy.SendsBetweenRows : policy is { HasClock: true, WatchesReader: true };
                TimeSpan time = isTimed ? TimeLeft : Timeout.InfiniteTimeSpan;
                encoder.Stage = JsonRowStage.Source;
                bool? hasRow = await WaitAsync(_pendingMove!, time, cancellationToken).ConfigureAwait(false);
                encoder.Stage = JsonRowStage.Value;
                if (hasRow is null) return this;
                if (hasRow is false) return null;
                using (new EncodingScope(encoder))
                    if (EncodeRow(encoder)) return this;
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

    // Encodes rows that the source has at once, without a state machine: true if the batch has to leave, false if there are no more rows,
    // null if the next one has to be waited for.
    private bool? EncodeReady(RowEncoder encoder, CancellationToken cancellationToken)
    {
        using var scope = new EncodingScope(encoder);
        while (true)
        {
            encoder.Stage = JsonRowStage.Source;
            // A source may ignore the token.
            cancellationToken.ThrowIfCancellationRequested();
            ValueTask<bool> move = MoveNextAsync(_moves?.Token ?? cancellationToken);
            if (!move.IsCompletedSuccessfully)
            {
                _pendingMove = move.AsTask();
                return null;
            }
            encoder.Stage = JsonRowStage.Value;
            if (!move.Result) return false;
            if (EncodeRow(encoder)) return true;
        }
    }

    // Returns whether the batch has to leave.
    private bool EncodeRow(RowEncoder encoder)
    {
        if (policy.HasClock && encoder.BytesPending == 0) _batchBegan = Stopwatch.GetTimestamp();
        EncodeCurrent(encoder);
        return encoder.BatchIsFull || (policy.HasClock && TimeLeft == TimeSpan.Zero);
    }

    // Null if the next row has not come in time: the rows before it have to leave.
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
        _pendingMove = null;
        return await move.ConfigureAwait(false);
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

    // Of an interval. One of zero has none: rows leave before each wait.
    private TimeSpan TimeLeft => TimeSpan.FromTicks(Math.Max(0, (policy.Interval!.Value - Stopwatch.GetElapsedTime(_batchBegan)).Ticks));
}

// How many bytes of rows are handed on at once, and how far.
// Interval: the longest that complete rows wait for more; null if only their size counts; zero if they leave before each wait.
// WatchesReader: the sink's reader may disconnect; a flush notices that even without rows to send.
internal readonly record struct FlushPolicy(TimeSpan? Interval, bool WatchesReader)
{
    public static FlushPolicy For(JsonRowOptions options, IRowSink sink) => new(options.FlushInterval, sink.HasReader);

    // Rows leave while the source is silent: the write may end while a move to the next row is pending.
    public bool SendsBetweenRows => Interval is not null;

    // Rows leave although the source has a next one at once.
    public bool HasClock => Interval > TimeSpan.Zero;

    // Within an interval rows may not wait in the receiver. Otherwise the sink may send a batch while the next one is encoded.
    public ValueTask<bool> SendAsync(IRowSink sink, bool isLast, CancellationToken cancellationToken) =>
        SendsBetweenRows ? sink.FlushAsync(cancellationToken)
        : isLast ? sink.DrainAsync(cancellationToken)
        : sink.SendAsync(cancellationToken);
}
