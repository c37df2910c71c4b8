using System.Data.Common;
using ExportService.Diagnostics;
using ExportService.Flights;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// The shortest way from a table to a client: a command, whose reader's rows are written without objects between. The client chooses with its
/// Accept header: an array, JSON Lines, a text sequence or compact rows.
/// </summary>
public static class ReaderEndpoint
{
    public static void MapReader(this RouteGroupBuilder group) =>
        group.MapMethods("/flights", Methods.Read, Read).WithTags("Flights").WithSummary("Flights, from a DbDataReader");

    private static RowsHttpResult Read([AsParameters] FlightQuery query, FlightStore store, RunningQueries running)
    {
        DbConnection connection = store.CreateConnection();
        return TypedResults.Extensions.Rows(query.CreateCommand(connection), store.RowOptions).Disposing(connection, running.Enter());
    }
}
