namespace RowJson;

// An asynchronous sequence of rows. If the source does not have the next row at once, the rows before it are sent first.
[SuppressMessage("Reliability", "CA2012", Justification = "Awaited once, by WaitAsync, or its result taken once.")]
internal sealed class ResumableAsyncSequence<TSequence, T>(RowEncoding<T> encoding) : ResumableWriter<TSequence>
    where TSequence : IAsyncEnumerable<T>
{
    private IAsyncEnumerator<T>? _enumerator;

    // The move to the next row, or to the end, whose result has not been used; null if there is none.
    private ValueTask<bool>? _move;

    private T? _row;
    private bool _hasRow;

    public override bool IsWaiting(RowContext context) => encoding.IsWaiting(context);

    public override void Count(RowContext context, long bytes) => encoding.Count(context, bytes);

    public override void Begin(RowEncoder encoder, int depth)
    {
        encoder.PushOuter(_value!);
        encoder.BeginRows(depth);
    }

    public override ResumeStatus Resume(RowEncoder encoder)
    {
        while (true)
        {
            if (_hasRow)
            {
                encoding.Write(encoder, _row!);
                (_row, _hasRow) = (default, false);
            }
            encoder.Stage = JsonRowStage.Source;
            encoder.Cancellation.ThrowIfCancellationRequested();
            if (_enumerator is not null) _move ??= MoveAsync(_enumerator);
            // If it is not known whether there is a next row, WaitAsync waits for it, and throws what went wrong.
            if (_move is not { IsCompletedSuccessfully: true } move) return ResumeStatus.Waits;
            _move = null;
            _hasRow = move.Result;
            if (_hasRow) _row = _enumerator!.Current;
            encoder.Stage = JsonRowStage.Value;
            if (!_hasRow) break;
            if (encoder.BatchIsFull) return ResumeStatus.BatchIsFull;
        }
        encoder.EndRows();
        encoder.PopOuter();
        _value = default;
        return ResumeStatus.Complete;
    }

    public override bool TryWait(CancellationToken cancellationToken)
    {
        _move ??= MoveAsync(_enumerator = _value!.GetAsyncEnumerator(cancellationToken));
        return _move.GetValueOrDefault().IsCompleted;
    }

    public override async ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        bool hasRow = await _move.GetValueOrDefault().ConfigureAwait(false);
        _move = new ValueTask<bool>(hasRow);
    }

    public override FailedValue? FailedIn(RowEncoder encoder) =>
        encoder.Stage == JsonRowStage.Source || !_hasRow ? null : FailedOf<T>(_row, encoder);

    public override object? Failed(RowEncoder encoder, Exception exception) =>
        typeof(TSequence) == typeof(IAsyncEnumerable<T>) ? Again(encoder.Stage == JsonRowStage.Source ? exception : null, _row!) : null;

    public override void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text)
    {
        encoder.WriteEncodedRow(text);
        (_row, _hasRow) = (default, false);
    }

    public override void End()
    {
        Debug.Assert(_enumerator is null, "A sequence that has begun ends asynchronously.");
        _value = default;
    }

    // Disposes of the source, after a move that a failure has left pending.
    public override async ValueTask EndAsync()
    {
        ValueTask<bool>? move = _move;
        (_value, _move, _row, _hasRow) = (default, null, default, false);
        if (move is { IsCompleted: false } pending) await ((Task)pending.AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await ReleaseAsync().ConfigureAwait(false);
    }

    private static async IAsyncEnumerable<T> Again(Exception? failure, T row)
    {
        if (failure is not null) await Task.FromException(failure).ConfigureAwait(false);
        yield return row;
    }

    private ValueTask<bool> MoveAsync(IAsyncEnumerator<T> rows)
    {
        ValueTask<bool> move = rows.MoveNextAsync();
        return !move.IsCompletedSuccessfully ? EndMoveAsync(move) : move.Result ? new ValueTask<bool>(true) : EndMoveAsync(default);
    }

    // After the last row the source is released before what comes next is read: that may come from the same connection.
    private async ValueTask<bool> EndMoveAsync(ValueTask<bool> move)
    {
        if (await move.ConfigureAwait(false)) return true;
        await ReleaseAsync().ConfigureAwait(false);
        return false;
    }

    private ValueTask ReleaseAsync()
    {
        IAsyncEnumerator<T>? rows = _enumerator;
        _enumerator = null;
        return rows?.DisposeAsync() ?? default;
    }
}
