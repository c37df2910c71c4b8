using System.Data;
using CsvHelper;
using Dapper;

namespace RowJson.Benchmarks;

/// <summary>CSV whose reader has texts only.</summary>
internal sealed class CsvHelperSource : ProviderSource
{
    public override string Name => "csvhelper";

    public override string Description => "CSV text in memory, all columns texts, by CsvHelper (generated flights only)";

    protected override ProviderRows Load(IReadOnlyList<Flight> flights)
    {
        string text = FlightCsv.Of(flights);
        return new ProviderRows<IDataReader, TextFlight>(() => Open(text), () => Query(text), new TextFlightLoop());
    }

    // Disposed with the data reader.
    private static CsvDataReader Open(string text) => new(CsvReader.Create(new StringReader(text)));

    private static List<TextFlight> Query(string text)
    {
        using CsvDataReader reader = Open(text);
        return [.. reader.Parse<TextFlight>()];
    }
}
