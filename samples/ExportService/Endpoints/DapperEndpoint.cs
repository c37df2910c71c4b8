using System.Data.Common;
using Dapper;
using ExportService.Diagnostics;
using ExportService.Flights;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>Dapper's rows, one at a time: rows that have names and values, and no type.</summary>
public static class DapperEndpoint
{
    public static void MapDapper(this RouteGroupBuilder group) =>
        group.MapMethods("/dapper/flights", Methods.Read, Read).WithTags("Flights").WithSummary("Flights, from a query of Dapper");

    private static RowsHttpResult<object> Read([AsParameters] FlightQuery query, FlightStore store, RunningQueries running)
    {
        DbConnection connection = store.CreateConnection();
        IAsyncEnumerable<object> rows = connection.QueryUnbufferedAsync(query.ToSql(), query.ToParameters());
        return TypedResults.Extensions.Rows(rows).Disposing(connection, running.Enter());
    }
}
