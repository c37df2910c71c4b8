namespace RowJson.Benchmarks;

/// <summary>Flights as the text of a CSV file.</summary>
internal static class FlightCsv
{
    // No value holds a comma or a quote.
    public static string Of(IEnumerable<Flight> flights) =>
        string.Join('\n', flights.Select(FlightSample.Texts).Prepend(FlightSample.Columns).Select(cells => string.Join(',', cells))) + '\n';
}
