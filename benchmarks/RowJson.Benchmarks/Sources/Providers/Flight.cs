namespace RowJson.Benchmarks;

/// <summary>A row of the table that all providers have: integers, texts, a time, numbers, two columns with nulls.</summary>
internal sealed class Flight
{
    public int Id { get; set; }
    public int Year { get; set; }
    public int Month { get; set; }
    public int Day { get; set; }
    public DateTime Departure { get; set; }
    public string Carrier { get; set; } = "";
    public int Number { get; set; }
    public string? Tail { get; set; }
    public string Origin { get; set; } = "";
    public string Destination { get; set; } = "";
    public double? Delay { get; set; }
    public double Distance { get; set; }
}

/// <summary>A flight from a reader that knows no types: each value is text.</summary>
internal sealed class TextFlight
{
    public string Id { get; set; } = "";
    public string Year { get; set; } = "";
    public string Month { get; set; } = "";
    public string Day { get; set; } = "";
    public string Departure { get; set; } = "";
    public string Carrier { get; set; } = "";
    public string Number { get; set; } = "";
    public string Tail { get; set; } = "";
    public string Origin { get; set; } = "";
    public string Destination { get; set; } = "";
    public string Delay { get; set; } = "";
    public string Distance { get; set; } = "";
}
