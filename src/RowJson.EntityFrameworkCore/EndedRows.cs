using System.Collections;
using System.Data.Common;

namespace RowJson.EntityFrameworkCore;

// The rows of a query for a write that may end before they do: EF Core closes its reader without cancelling the command, and Npgsql and
// MySqlConnector then read all that is left.
// rows: the reader, once for each row, also as an IAsyncEnumerable<T>.
internal sealed class EndedRows(IEnumerable<DbDataReader> rows) : IEnumerable<DbDataReader>, IAsyncEnumerable<DbDataReader>
{
    public IEnumerator<DbDataReader> GetEnumerator() => new Enumerator(rows.GetEnumerator());

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public IAsyncEnumerator<DbDataReader> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
        new AsyncEnumerator(((IAsyncEnumerable<DbDataReader>)rows).GetAsyncEnumerator(cancellationToken));

    // Asked for more under a cancelled token, readers of these providers make the server end the query; others do nothing.
    private static async Task CancelAsync(DbDataReader reader)
    {
        try
        {
            await reader.NextResultAsync(new CancellationToken(canceled: true)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // It has been cancelled, or the write's own failure says more.
        }
    }

    private sealed class Enumerator(IEnumerator<DbDataReader> inner) : IEnumerator<DbDataReader>
    {
        private bool _hasRow;

        public DbDataReader Current => inner.Current;

        object IEnumerator.Current => Current;

        public bool MoveNext()
        {
            _hasRow = false;
            return _hasRow = inner.MoveNext();
        }

        public void Reset() => throw new NotSupportedException();

        public void Dispose()
        {
            // On the thread pool: a caller's synchronization context may be waiting here.
            if (_hasRow) Task.Run(() => CancelAsync(Current)).Wait();
            inner.Dispose();
        }
    }

    private sealed class AsyncEnumerator(IAsyncEnumerator<DbDataReader> inner) : IAsyncEnumerator<DbDataReader>
    {
        private bool _hasRow;

        public DbDataReader Current => inner.Current;

        public ValueTask<bool> MoveNextAsync()
        {
            _hasRow = false;
            ValueTask<bool> move = inner.MoveNextAsync();
            return move.IsCompletedSuccessfully ? new ValueTask<bool>(_hasRow = move.Result) : AwaitAsync(move);
        }

        public async ValueTask DisposeAsync()
        {
            if (_hasRow) await CancelAsync(Current).ConfigureAwait(false);
            await inner.DisposeAsync().ConfigureAwait(false);
        }

        private async ValueTask<bool> AwaitAsync(ValueTask<bool> move) => _hasRow = await move.ConfigureAwait(false);
    }
}
