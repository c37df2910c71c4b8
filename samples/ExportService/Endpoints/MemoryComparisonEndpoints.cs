using ExportService.Flights;
using Microsoft.AspNetCore.Http.HttpResults;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// The same comparison over rows that are in memory already. From a database most of the time goes into reading; here it goes into the
/// JSON.
/// </summary>
public static class MemoryComparisonEndpoints
{
    public static void MapMemoryComparison(this RouteGroupBuilder group)
    {
        RouteGroupBuilder compare = group.MapGroup("/compare/memory").WithTags("Comparison");
        compare.MapGet("/rowjson-list", WriteList).WithSummary("RowJson, from a list");
        compare.MapGet("/rowjson-stream", WriteStream).WithSummary("RowJson, from objects that come one after the other");
        compare.MapGet("/async-enumerable", ReturnStream).WithSummary("The framework: IAsyncEnumerable<Flight>");
        compare.MapGet("/results-json", ReturnList).WithSummary("The framework: Results.Json of a list");
    }

    private static RowsHttpResult<Flight> WriteList([AsParameters] FlightQuery query, FlightCache cache) =>
        TypedResults.Extensions.Rows(cache.Find(query));

    private static RowsHttpResult<Flight> WriteStream([AsParameters] FlightQuery query, FlightCache cache) =>
        TypedResults.Extensions.Rows(cache.Find(query).ToAsyncEnumerable());

    private static IAsyncEnumerable<Flight> ReturnStream([AsParameters] FlightQuery query, FlightCache cache) =>
        cache.Find(query).ToAsyncEnumerable();

    private static JsonHttpResult<List<Flight>> ReturnList([AsParameters] FlightQuery query, FlightCache cache) =>
        TypedResults.Json(cache.Find(query));
}
