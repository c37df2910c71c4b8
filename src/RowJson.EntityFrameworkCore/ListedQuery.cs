using System.Collections;
using Microsoft.EntityFrameworkCore;

namespace RowJson.EntityFrameworkCore;

// The results of a query that are read before the first one is written: later results may complete earlier ones, and results that load
// lazily need the connection.
internal sealed class ListedQuery<T>(IQueryable<T> query) : IEnumerable<T>, IAsyncEnumerable<T>
{
    public IEnumerator<T> GetEnumerator() => query.ToList().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public async IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        foreach (T result in await query.ToListAsync(cancellationToken).ConfigureAwait(false)) yield return result;
    }
}
