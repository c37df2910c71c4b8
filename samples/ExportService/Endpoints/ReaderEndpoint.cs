using ExportService.Diagnostics;
using ExportService.Flights;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// The shortest way from a table to a client: the reader's rows, without objects between. The client chooses with its Accept header:
/// an array, JSON Lines, a text sequence or compact rows.
/// </summary>
public static class ReaderEndpoint
{
    public static void MapReader(this RouteGroupBuilder group) =>
        group.MapGet("/flights", ReadAsync).WithTags("Flights").WithSummary("Flights, from a DbDataReader");

    private static async Task<RowsHttpResult> ReadAsync(
        [AsParameters] FlightQuery query, FlightStore store, RunningQueries running, CancellationToken cancellationToken)
    {
        OpenQuery open = await OpenQuery.StartAsync(store, query, running, cancellationToken);
        return TypedResults.Extensions.Rows(open.Reader).Disposing(open);
    }
}
