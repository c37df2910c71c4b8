using System.ComponentModel.DataAnnotations;
using ExportService.Diagnostics;
using ExportService.Flights;
using Microsoft.EntityFrameworkCore;
using RowJson;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// Rows in an envelope: <c>{"total":…,"flights":[…],"next":"…"}</c>. The address of the next page depends on the last row:
/// it comes after the rows, and the page is streamed all the same.
/// </summary>
public static class PageEndpoint
{
    public static void MapPages(this RouteGroupBuilder group) =>
        group.MapMethods("/flights/page", Methods.Read, Read).WithTags("Flights").WithSummary("One page of flights, in an envelope");

    private static RowsHttpResult Read(
        FlightContext context, FillProgress progress, RunningQueries running,
        [Range(0, long.MaxValue)] long after = 0, [Range(1, 10_000)] int size = 50)
    {
        var page = new Page(context.Flights.AsNoTracking()
            .Where(flight => flight.Id > after).OrderBy(flight => flight.Id).Take(size).AsAsyncEnumerable());
        JsonRowEnvelope envelope = new JsonRowEnvelope("flights")
            .Before("total", progress.Rows)
            .After("next", written => written.Rows < size ? null : $"/api/flights/page?after={page.LastId}&size={size}");
        return TypedResults.Extensions.Rows(JsonRows.From(page).InEnvelope(envelope)).Disposing(running.Enter());
    }

    /// <summary>Flights that remember the last one that was read.</summary>
    private sealed class Page(IAsyncEnumerable<Flight> flights) : IAsyncEnumerable<Flight>
    {
        public long LastId { get; private set; }

        public async IAsyncEnumerator<Flight> GetAsyncEnumerator(CancellationToken cancellationToken = default)
        {
            await foreach (Flight flight in flights.WithCancellation(cancellationToken))
            {
                LastId = flight.Id;
                yield return flight;
            }
        }
    }
}
