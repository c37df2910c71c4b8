using System.Text.Json;

namespace ExportService.Flights;

/// <summary>A JSON document of another department: airports, with columns that are not for clients. Parsed once.</summary>
public sealed class AirportDocument
{
    private readonly JsonDocument _document;

    public AirportDocument()
    {
        using Stream stream = typeof(AirportDocument).Assembly.GetManifestResourceStream("airports.json")
            ?? throw new InvalidOperationException("airports.json is not embedded in the assembly: rebuild the project.");
        _document = JsonDocument.Parse(stream);
        Codes = [.. _document.RootElement.EnumerateArray().Select(airport => airport.GetProperty("code").GetString()!)];
    }

    public JsonElement Airports => _document.RootElement;

    public IReadOnlyList<string> Codes { get; }
}
