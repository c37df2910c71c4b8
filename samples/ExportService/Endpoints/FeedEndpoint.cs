using System.ComponentModel.DataAnnotations;
using System.Runtime.CompilerServices;
using ExportService.Diagnostics;
using ExportService.Flights;
using RowJson;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// A live feed: flights are sent as they come, at most <see cref="JsonRowOptions.FlushInterval"/> later, until the client leaves. Each
/// line is a JSON document of its own.
/// </summary>
public static class FeedEndpoint
{
    // Options own what has been learnt about names and types: one instance for all requests.
    private static readonly JsonRowOptions Live = new()
    {
        Format = JsonRowFormat.Lines,
        FlushInterval = TimeSpan.FromMilliseconds(100),
    };

    public static void MapFeed(this RouteGroupBuilder group) =>
        group.MapMethods("/feed", Methods.Read, Read).WithTags("Live").WithSummary("Flights as they come, until the client leaves");

    private static RowsHttpResult<Flight> Read(
        FlightGenerator generator, RunningQueries running, [Range(1, 100)] int perSecond = 5) =>
        TypedResults.Extensions.Rows(Departures(generator, perSecond), Live).Disposing(running.Enter());

    private static async IAsyncEnumerable<Flight> Departures(
        FlightGenerator generator, int perSecond, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1.0 / perSecond));
        for (long id = 1; await timer.WaitForNextTickAsync(cancellationToken); id++) yield return generator.Create(id);
    }
}
