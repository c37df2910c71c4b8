using ExportService.Diagnostics;
using ExportService.Flights;
using Microsoft.EntityFrameworkCore;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// A query of Entity Framework Core, read row by row. The rows have a type, and the OpenAPI document shows it. The context is the
/// request's, and lives until the response has been written.
/// </summary>
public static class EntityFrameworkEndpoint
{
    public static void MapEntityFramework(this RouteGroupBuilder group) =>
        group.MapMethods("/ef/flights", Methods.Read, Read).WithTags("Flights")
            .WithSummary("Flights, from a query of Entity Framework Core");

    private static RowsHttpResult<Flight> Read([AsParameters] FlightQuery query, FlightContext context, RunningQueries running) =>
        TypedResults.Extensions.Rows(query.Apply(context.Flights.AsNoTracking()).AsAsyncEnumerable()).Disposing(running.Enter());
}
