using System.Data.Common;
using System.Runtime.CompilerServices;
using Dapper;
using ExportService.Diagnostics;
using ExportService.Flights;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// The same query in four ways, for the chart of the page. The bodies are equal, byte for byte. What it costs to read all values by the
/// reader's getters, without any JSON, is measured as well.
/// </summary>
public static class ComparisonEndpoints
{
    public static void MapComparison(this RouteGroupBuilder group)
    {
        RouteGroupBuilder compare = group.MapGroup("/compare").WithTags("Comparison");
        compare.MapGet("/rowjson-reader", ReadRowsAsync).WithSummary("RowJson, from the reader");
        compare.MapGet("/rowjson-objects", ReadObjects).WithSummary("RowJson, from objects that come one after the other");
        compare.MapGet("/async-enumerable", ReadStream).WithSummary("The framework: IAsyncEnumerable<Flight>");
        compare.MapGet("/reading", ReadAloneAsync).WithSummary("Reading alone: every value by the reader's getters, and no JSON");
        compare.MapGet("/results-json", ReadListAsync).Produces<Flight[]>().WithSummary("The framework: Results.Json of a list");
    }

    private static async Task<RowsHttpResult> ReadRowsAsync(
        [AsParameters] FlightQuery query, FlightStore store, RunningQueries running, CancellationToken cancellationToken)
    {
        OpenQuery open = await OpenQuery.StartAsync(store, query.Whole(), running, cancellationToken);
        return TypedResults.Extensions.Rows(open.Reader, store.RowOptions).Disposing(open);
    }

    private static async Task<long> ReadAloneAsync(
        [AsParameters] FlightQuery query, FlightStore store, RunningQueries running, CancellationToken cancellationToken)
    {
        await using OpenQuery open = await OpenQuery.StartAsync(store, query.Whole(), running, cancellationToken);
        var values = new object[open.Reader.FieldCount];
        long rows = 0;
        for (; await open.Reader.ReadAsync(cancellationToken); rows++) open.Reader.GetValues(values);
        return rows;
    }

    private static RowsHttpResult<Flight> ReadObjects([AsParameters] FlightQuery query, FlightStore store, RunningQueries running) =>
        TypedResults.Extensions.Rows(Flights(query, store, running));

    private static IAsyncEnumerable<Flight> ReadStream([AsParameters] FlightQuery query, FlightStore store, RunningQueries running) =>
        Flights(query, store, running);

    private static async Task<IResult> ReadListAsync([AsParameters] FlightQuery query, FlightStore store, RunningQueries running)
    {
        using IDisposable _ = running.Enter();
        await using DbConnection connection = store.CreateConnection();
        IEnumerable<Flight> flights = await connection.QueryAsync<Flight>(query.Whole().ToSql(), query.ToParameters());
        return Results.Json(flights.AsList());
    }

    private static async IAsyncEnumerable<Flight> Flights(
        FlightQuery query, FlightStore store, RunningQueries running,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using IDisposable _ = running.Enter();
        await using DbConnection connection = store.CreateConnection();
        IAsyncEnumerable<Flight> flights = connection.QueryUnbufferedAsync<Flight>(query.Whole().ToSql(), query.ToParameters());
        await foreach (Flight flight in flights.WithCancellation(cancellationToken)) yield return flight;
    }

    /// <summary>Objects have all columns.</summary>
    private static FlightQuery Whole(this FlightQuery query) => query with { Columns = null };
}
