using System.Data.Common;

namespace RowJson.Tests;

/// <summary>
/// Gives its rows at once, and is silent afterwards: until its token is cancelled, unless it ignores that, or a test ends it.
/// </summary>
internal sealed class SilentFeed
{
    private readonly TaskCompletionSource _silent = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<bool> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _row = -1;
    private int _disposals;

    public int Rows { get; init; }

    public bool IgnoresToken { get; init; }

    /// <summary>What a disposal throws.</summary>
    public Exception? DisposalFailure { get; init; }

    /// <summary>The token that it was given last.</summary>
    public CancellationToken Token { get; private set; }

    /// <summary>Completes when the silence begins.</summary>
    public Task Silence => _silent.Task.WaitAsync(Hang.Guard);

    public bool IsMoving { get; private set; }

    public int Disposals => Volatile.Read(ref _disposals);

    public bool WasDisposedDuringAMove { get; private set; }

    /// <summary>Ends the silence and the rows.</summary>
    public void End() => _end.TrySetResult(false);

    /// <summary>Ends the silence with a failure.</summary>
    public void End(Exception failure) => _end.TrySetException(failure);

    public IAsyncEnumerable<T> Sequence<T>(Func<int, T> row) => new AsyncSequence<T>(this, row);

    /// <summary>A reader over a column of integers. Its disposals are not counted: its owner disposes it.</summary>
    public DbDataReader Reader() => new FeedReader(new ColumnarReader(Column.Of("n", [.. Enumerable.Range(0, Rows + 1)])), this);

    private async Task<bool> MoveAsync(CancellationToken cancellationToken)
    {
        Token = cancellationToken;
        if (++_row < Rows) return true;
        IsMoving = true;
        _silent.TrySetResult();
        try
        {
            return await _end.Task.WaitAsync(IgnoresToken ? CancellationToken.None : cancellationToken);
        }
        finally
        {
            IsMoving = false;
        }
    }

    private ValueTask DisposeAsync()
    {
        WasDisposedDuringAMove |= IsMoving;
        Interlocked.Increment(ref _disposals);
        return DisposalFailure is null ? default : ValueTask.FromException(DisposalFailure);
    }

    private sealed class AsyncSequence<T>(SilentFeed feed, Func<int, T> row) : IAsyncEnumerable<T>, IAsyncEnumerator<T>
    {
        private CancellationToken _cancellation;

        public T Current => row(feed._row);

        public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            _cancellation = cancellationToken;
            return this;
        }

        public ValueTask<bool> MoveNextAsync() => new(feed.MoveAsync(_cancellation));

        public ValueTask DisposeAsync() => feed.DisposeAsync();
    }

    private sealed class FeedReader(DbDataReader inner, SilentFeed feed) : DelegatingReader(inner)
    {
        public override bool Read() => throw new InvalidOperationException("A synchronous read on an asynchronous pass.");

        public override async Task<bool> ReadAsync(CancellationToken cancellationToken) =>
            await feed.MoveAsync(cancellationToken) && Inner.Read();

        protected override void OnTouch(int ordinal, bool isValue)
        {
        }
    }
}
