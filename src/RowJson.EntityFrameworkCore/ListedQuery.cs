using System.Collections;
using Microsoft.EntityFrameworkCore;

namespace RowJson.EntityFrameworkCore;

// The results of a query that gives each entity one object: later results complete earlier ones, so all are read before the first one is
// written.
internal sealed class ListedQuery<T>(IQueryable<T> query) : IEnumerable<T>, IAsyncEnumerable<T>
{
    public IEnumerator<T> GetEnumerator() => query.ToList().GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public async IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        foreach (T result in await query.ToListAsync(cancellationToken).ConfigureAwait(false)) yield return result;
    }
}
