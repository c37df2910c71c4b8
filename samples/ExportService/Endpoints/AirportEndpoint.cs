using System.Text.Json;
using ExportService.Flights;
using RowJson;
using RowJson.AspNetCore;

namespace ExportService.Endpoints;

/// <summary>
/// A document that is passed on: rows are chosen by their elements, columns by a filter, and what is left is copied as the text that it
/// is, never turned into objects.
/// </summary>
public static class AirportEndpoint
{
    private static readonly JsonRowOptions Public = new() { ColumnFilter = column => column.Name is not ("landingFee" or "contact") };

    public static void MapAirports(this RouteGroupBuilder group) =>
        group.MapMethods("/airports", Methods.Read, Read).WithTags("Airports")
            .WithSummary("Airports, from a document without its internal columns");

    private static RowsHttpResult Read(AirportDocument document, string? country = null)
    {
        if (country is null) return TypedResults.Extensions.Rows(JsonRows.From(document.Airports), Public);
        IEnumerable<JsonElement> airports = document.Airports.EnumerateArray()
            .Where(airport => airport.GetProperty("country").ValueEquals(country));
        return TypedResults.Extensions.Rows(JsonRows.From(airports), Public);
    }
}
