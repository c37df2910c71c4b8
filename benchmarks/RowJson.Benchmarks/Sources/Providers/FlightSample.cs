namespace RowJson.Benchmarks;

/// <summary>Generated flights, and how they come into tables and files.</summary>
internal static class FlightSample
{
    /// <summary>In the order of the properties.</summary>
    public static IReadOnlyList<string> Columns { get; } =
    [
        nameof(Flight.Id), nameof(Flight.Year), nameof(Flight.Month), nameof(Flight.Day), nameof(Flight.Departure), nameof(Flight.Carrier),
        nameof(Flight.Number), nameof(Flight.Tail), nameof(Flight.Origin), nameof(Flight.Destination), nameof(Flight.Delay), nameof(Flight.Distance),
    ];

    private static readonly DateTime Start = new(2013, 1, 1, 5, 0, 0);
    private static readonly string[] Carriers = ["UA", "AA", "B6", "DL", "EV"];
    private static readonly string[] Origins = ["EWR", "JFK", "LGA"];
    private static readonly string[] Destinations = ["IAH", "MIA", "BQN", "ATL", "ORD", "LAX", "SFO"];
    private static JsonTypeInfo<List<Flight>> Metadata => ObjectContext.Default.ListFlight;

    public static Sample Generate(int rows)
    {
        var random = new Random(1);
        List<Flight> flights = [.. Enumerable.Range(1, rows).Select(id => Create(id, random))];
        return Sample.Parse("flights", JsonSerializer.SerializeToUtf8Bytes(flights, Metadata), rowType: typeof(Flight));
    }

    public static List<Flight> Parse(Sample sample) => JsonSerializer.Deserialize(sample.Utf8Json.Span, Metadata)!;

    /// <summary>The cells as all providers read them; null where there is none.</summary>
    public static IEnumerable<string?> Texts(Flight flight) =>
        Cells(flight).Select(cell => cell is DateTime time ? time.ToString("s") : Convert.ToString(cell, CultureInfo.InvariantCulture))
            .Select(text => text is "" ? null : text);

    // No value holds a comma or a quote.
    public static string ToCsv(IEnumerable<Flight> flights) =>
        string.Join('\n', flights.Select(Texts).Prepend(Columns).Select(cells => string.Join(',', cells))) + '\n';

    private static IEnumerable<object?> Cells(Flight flight) =>
    [
        flight.Id, flight.Year, flight.Month, flight.Day, flight.Departure, flight.Carrier,
        flight.Number, flight.Tail, flight.Origin, flight.Destination, flight.Delay, flight.Distance,
    ];

    private static Flight Create(int id, Random random)
    {
        DateTime departure = Start.AddMinutes(id * 7);
        return new Flight
        {
            Id = id, Year = departure.Year, Month = departure.Month, Day = departure.Day, Departure = departure,
            Carrier = Carriers[random.Next(Carriers.Length)], Number = random.Next(1, 8_500),
            Tail = random.Next(40) == 0 ? null : $"N{random.Next(10_000, 14_000)}AA", Origin = Origins[random.Next(Origins.Length)],
            Destination = Destinations[random.Next(Destinations.Length)],
            Delay = random.Next(40) == 0 ? null : random.Next(-200, 900) / 10.0, Distance = random.Next(80, 4_980),
        };
    }
}

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
