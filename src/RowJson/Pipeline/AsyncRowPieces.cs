using System.Diagnostics;

namespace RowJson;

/// <summary>
/// A pass over a source that makes its reader wait. Rows that are complete leave within the flush interval even while the
/// source is silent: the wait for the next row then goes on behind the flush.
/// </summary>
internal abstract class AsyncRowPieces(TimeSpan? flushInterval) : RowPieces
{
    private Task<bool>? _pendingMove;
    private long _pieceBegan;

    public sealed override async ValueTask<bool> EncodePieceAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        while (true)
        {
            bool? hasRow = await MoveAsync(encoder, cancellationToken).ConfigureAwait(false);
            if (hasRow is null) return true;
            if (hasRow is false) return false;
            if (flushInterval is not null && encoder.BytesPending == 0) _pieceBegan = Stopwatch.GetTimestamp();
            EncodeCurrent(encoder);
            if (encoder.PieceIsFull || TimeLeft == TimeSpan.Zero) return true;
        }
    }

    public sealed override async ValueTask DisposeAsync()
    {
        // A source may be disposed only when its pending move has ended; how it ended is no longer of interest.
        if (_pendingMove is { } move) await ((Task)move).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await DisposeSourceAsync().ConfigureAwait(false);
    }

    /// <summary>Moves to the next row; false where there is none.</summary>
    protected abstract ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken);

    /// <summary>Writes the row that the source is at.</summary>
    protected abstract void EncodeCurrent(RowEncoder encoder);

    /// <summary>Lets go of the source. Called once, and never while a move is pending.</summary>
    protected abstract ValueTask DisposeSourceAsync();

    /// <summary>Null where the next row has not come in time: the rows before it have to leave.</summary>
    private ValueTask<bool?> MoveAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        if (_pendingMove is null)
        {
            ValueTask<bool> move = MoveNextAsync(cancellationToken);
            // A row that is there costs no task.
            if (move.IsCompletedSuccessfully) return new ValueTask<bool?>(move.Result);
            _pendingMove = move.AsTask();
        }
        return WaitAsync(_pendingMove, encoder.BytesPending > 0 ? TimeLeft : Timeout.InfiniteTimeSpan);
    }

    private async ValueTask<bool?> WaitAsync(Task<bool> move, TimeSpan time)
    {
        // The delay ends with the wait, so that a fast source does not pile up timers.
        if (time != Timeout.InfiniteTimeSpan && !move.IsCompleted)
        {
            using var ended = new CancellationTokenSource();
            Task first = await Task.WhenAny(move, Task.Delay(time, ended.Token)).ConfigureAwait(false);
            await ended.CancelAsync().ConfigureAwait(false);
            if (first != move) return null;
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

    private TimeSpan TimeLeft
    {
        get
        {
            if (flushInterval is not { } interval) return Timeout.InfiniteTimeSpan;
            TimeSpan left = interval - Stopwatch.GetElapsedTime(_pieceBegan);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }
}
