namespace RowJson;

// An asynchronous sequence of rows. Where the source has no next row at once, the rows before it are sent first.
[SuppressMessage("Reliability", "CA2012", Justification = "Awaited once, by WaitAsync, or its result taken once.")]
internal sealed class ResumableAsyncSequence<TSequence, T>(RowItems<T> items) : ResumableWriter<TSequence>
    where TSequence : IAsyncEnumerable<T>
{
    private IAsyncEnumerator<T>? _enumerator;

    // A move whose result has not been used; null if there is none.
    private ValueTask<bool>? _move;

    // The release of the source, after its last row; null before.
    private ValueTask? _release;

    private T? _row;
    private bool _hasRow;

    public override bool IsAwaited => true;

    public override int RowLevel => 1;

    public override bool IsWaiting(RowContext context) => items.IsWaiting(context);

    public override void Count(RowContext context, long bytes) => items.Count(context, bytes);

    public override void Begin(RowEncoder encoder, int depth)
    {
        encoder.PushOuter(_value!);
        encoder.BeginRows(depth);
    }

    public override ResumeStatus Resume(RowEncoder encoder)
    {
        while (_release is null)
        {
            if (_hasRow)
            {
                items.Write(encoder, _row!);
                _hasRow = false;
            }
            encoder.Stage = JsonRowStage.Source;
            encoder.Cancellation.ThrowIfCancellationRequested();
            if (_enumerator is null || !TryMove()) return ResumeStatus.Waits;
            encoder.Stage = JsonRowStage.Value;
            if (!_hasRow) _release = Release();
            else if (encoder.BatchIsFull) return ResumeStatus.BatchIsFull;
        }
        // Before what comes next is read: it may be from the same connection.
        if (!_release.GetValueOrDefault().IsCompletedSuccessfully) return ResumeStatus.Waits;
        encoder.WriteStructure((byte)']');
        encoder.PopOuter();
        (_value, _release) = (default, null);
        return ResumeStatus.Complete;
    }

    public override bool TryWait(CancellationToken cancellationToken)
    {
        if (_release is { } release) return release.IsCompleted;
        _enumerator ??= _value!.GetAsyncEnumerator(cancellationToken);
        _move ??= Move();
        return _move.GetValueOrDefault().IsCompleted;
    }

    public override async ValueTask WaitAsync(CancellationToken cancellationToken)
    {
        if (_release is { } release)
        {
            _release = default(ValueTask);
            await release.ConfigureAwait(false);
            return;
        }
        bool hasRow = await _move.GetValueOrDefault().ConfigureAwait(false);
        _move = new ValueTask<bool>(hasRow);
    }

    public override FailedValue? FailedIn(RowEncoder encoder) =>
        encoder.Stage == JsonRowStage.Source || !_hasRow ? null : FailedOf(_row!, encoder, encoder.RowDepth);

    public override void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text)
    {
        encoder.WriteEncodedRows(text, rows: 1);
        _hasRow = false;
    }

    public override void End()
    {
        Debug.Assert(_enumerator is null, "A sequence that has begun ends asynchronously.");
        _value = default;
    }

    // Disposes the source, after a move that a failure has left behind.
    public override async ValueTask EndAsync()
    {
        (ValueTask<bool>? move, ValueTask? release) = (_move, _release);
        (_value, _move, _release, _row, _hasRow) = (default, null, null, default, false);
        if (move is { IsCompleted: false } pending)
            await ((Task)pending.AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await (release ?? Release()).ConfigureAwait(false);
    }

    private ValueTask Release()
    {
        IAsyncEnumerator<T>? enumerator = _enumerator;
        _enumerator = null;
        return enumerator?.DisposeAsync() ?? default;
    }

    // Goes to the next row if that is known; if not, WaitAsync does, and throws what went wrong.
    private bool TryMove()
    {
        _move ??= Move();
        if (_move.GetValueOrDefault() is not { IsCompletedSuccessfully: true } move) return false;
        _move = null;
        _hasRow = move.Result;
        if (_hasRow) _row = _enumerator!.Current;
        return true;
    }

    [SuppressMessage("Design", "CA1031", Justification = "Thrown by WaitAsync.")]
    private ValueTask<bool> Move()
    {
        try
        {
            return _enumerator!.MoveNextAsync();
        }
        catch (Exception exception)
        {
            return ValueTask.FromException<bool>(exception);
        }
    }
}
