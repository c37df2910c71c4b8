namespace ExportService.Diagnostics;

/// <summary>Counts the queries under way: it shows that a query ends with the response, however that ends.</summary>
public sealed class RunningQueries
{
    private int _count;

    public int Count => Volatile.Read(ref _count);

    /// <summary>Counts one more query until the returned object is disposed.</summary>
    public IDisposable Enter()
    {
        Interlocked.Increment(ref _count);
        return new Ticket(this);
    }

    private sealed class Ticket(RunningQueries queries) : IDisposable
    {
        private RunningQueries? _queries = queries;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _queries, null) is { } queries) Interlocked.Decrement(ref queries._count);
        }
    }
}
