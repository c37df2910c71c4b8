namespace ExportService.Flights;

/// <summary>One flight. In camel case its properties are the names of the columns: every way of reading gives the same JSON.</summary>
public sealed class Flight
{
    public long Id { get; init; }

    public DateTime Departure { get; init; }

    public required string Carrier { get; init; }

    public int Number { get; init; }

    public required string Origin { get; init; }

    public required string Destination { get; init; }

    public string? Tail { get; init; }

    /// <summary>Minutes; null for a flight that was cancelled.</summary>
    public int? Delay { get; init; }

    public int Distance { get; init; }

    public double Fare { get; init; }
}
