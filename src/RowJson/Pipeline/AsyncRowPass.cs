namespace RowJson;

// A pass over a source that has to be awaited. With a flush interval, complete rows are sent within it even while the source yields none;
// the move to the next row stays pending during the flush.
// A move may therefore be pending when the write ends, because the sink fails, the reader completes or the write is cancelled. It is then
// cancelled by a token of its own, which is linked to the write's. Without an interval every move is awaited with the write's token.
internal abstract class AsyncRowPass(FlushPolicy policy) : IAsyncRowPass
{
    // How long the end of a write waits for a move that it has cancelled: within this time, a database usually confirms a cancellation. A
    // source that ignores its token is disposed of later, when its move ends.
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
                bool? goesOn = _pendingMove is null ? EncodeReady(encoder, cancellationToken) : null;
                if (goesOn is true) return this;
                if (goesOn is false) break;
                bool isTimed = encoder.BytesPending > 0 ? policy.SendsBetweenRows : policy is { HasClock: true, WatchesReader: true };
                TimeSpan time = isTimed ? TimeLeft : Timeout.InfiniteTimeSpan;
                encoder.Stage = JsonRowStage.Source;
                bool? hasRow = await WaitAsync(_pendingMove!, time, cancellationToken).ConfigureAwait(false);
                encoder.Stage = JsonRowStage.Value;
                if (hasRow is null) return this;
                if (hasRow is false) break;
                using (new EncodingScope(encoder))
                    if (EncodeRow(encoder)) return this;
            }
            // Before the output is closed: a failure of the source at this point is still one of the rows.
            encoder.Stage = JsonRowStage.Source;
            await DisposeSourceAsync().ConfigureAwait(false);
            encoder.Stage = JsonRowStage.Value;
            return null;
        }
        // Some sources report a cancellation as a failure of their own.
        catch (Exception exception) when (encoder.Stage == JsonRowStage.Source && cancellationToken.IsCancellationRequested
            && exception is not OperationCanceledException)
        {
            throw new OperationCanceledException(ExceptionText.MessageOf(exception), exception, cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        // Completes when the move has ended and the callbacks that it registered with its token have run.
        Task ended = _pendingMove is { } move ? Task.WhenAll(_moves!.CancelAsync(), move) : Task.CompletedTask;
        await ended.WaitAsync(LongestEndOfMove).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (ended.IsCompleted) await ReleaseAsync().ConfigureAwait(false);
        else _ = ReleaseAfterAsync(ended);
    }

    public abstract void DescribeColumns(RowEncoder encoder);

    protected abstract ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken);

    protected abstract void EncodeCurrent(RowEncoder encoder);

    // Releases the source, once. Never called while a move is pending.
    protected abstract ValueTask DisposeSourceAsync();

    // Encodes rows that the source has at once, without a state machine. Returns true if the batch has to be sent, false if there are no
    // more rows, and null if the next row has to be awaited.
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

    // Returns whether the batch has to be sent.
    private bool EncodeRow(RowEncoder encoder)
    {
        if (policy.HasClock && encoder.BytesPending == 0) _batchBegan = Stopwatch.GetTimestamp();
        EncodeCurrent(encoder);
        return encoder.BatchIsFull || (policy.HasClock && TimeLeft == TimeSpan.Zero);
    }

    // Null if the next row has not come in time: the rows before it have to be sent.
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

    // What is left of the interval. With one of zero, nothing is left: rows are sent before each wait.
    private TimeSpan TimeLeft => TimeSpan.FromTicks(Math.Max(0, (policy.Interval!.Value - Stopwatch.GetElapsedTime(_batchBegan)).Ticks));
}

// When complete rows are sent, and whether the receiver is flushed.
// Interval: the longest time that complete rows wait for more; null: until a batch is full; zero: they are sent before each wait.
// WatchesReader: the sink's reader may complete early; a flush shows this even without rows to send.
internal readonly record struct FlushPolicy(TimeSpan? Interval, bool WatchesReader)
{
    public static FlushPolicy For(JsonRowOptions options, IRowSink sink) => new(options.FlushInterval, sink.HasReader);

    // Rows are sent while the source yields none: the write may end while a move to the next row is pending.
    public bool SendsBetweenRows => Interval is not null;

    // Rows are sent at the end of the interval, even if the source always has a next row at once.
    public bool HasClock => Interval > TimeSpan.Zero;

    // With an interval, rows must not wait in the receiver. Without one, the sink may send a batch while the next one is encoded.
    public ValueTask<bool> SendAsync(IRowSink sink, bool isLast, CancellationToken cancellationToken) =>
        SendsBetweenRows ? sink.FlushAsync(cancellationToken)
        : isLast ? sink.DrainAsync(cancellationToken)
        : sink.SendAsync(cancellationToken);
}
