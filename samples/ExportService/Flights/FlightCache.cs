namespace ExportService.Flights;

/// <summary>Flights in memory, with the answer to the latest query: what a service keeps that is asked the same again and again.</summary>
public sealed class FlightCache(FlightGenerator generator)
{
    private const int Capacity = 100_000;

    private readonly Lazy<Flight[]> _flights = new(() => [.. Enumerable.Range(1, Capacity).Select(id => generator.Create(id))]);
    private Answer? _latest;

    public List<Flight> Find(FlightQuery query)
    {
        Answer? latest = Volatile.Read(ref _latest);
        if (latest is null || latest.Query != query)
        {
            latest = new Answer(query, [.. query.Apply(_flights.Value.AsQueryable())]);
            Volatile.Write(ref _latest, latest);
        }
        return latest.Flights;
    }

    private sealed record Answer(FlightQuery Query, List<Flight> Flights);
}
