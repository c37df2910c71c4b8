namespace ExportService.Flights;

/// <summary>
/// Invents flights. A flight depends on its number only: a table that was filled halfway is continued, by whichever process, with the
/// flights that belong there.
/// </summary>
public sealed class FlightGenerator(AirportDocument airports)
{
    private static readonly string[] Carriers = ["AZ", "BQ", "CX", "DV", "EK", "FW", "GY", "HJ", "KP", "LM", "NV", "QR"];
    private static readonly DateTime FirstDeparture = new(2025, 1, 1, 0, 5, 0, DateTimeKind.Unspecified);

    /// <param name="id">1 for the first flight.</param>
    public Flight Create(long id)
    {
        ulong random = Mix((ulong)id);
        string carrier = Carriers[Next(ref random, Carriers.Length)];
        int origin = Next(ref random, airports.Codes.Count);
        int destination = (origin + 1 + Next(ref random, airports.Codes.Count - 1)) % airports.Codes.Count;
        int distance = 180 + (Next(ref random, 400) * 13);
        bool isCancelled = Next(ref random, 50) == 0;
        int late = Next(ref random, 40) - 12;
        return new Flight
        {
            Id = id,
            Departure = FirstDeparture.AddSeconds(id * 30),
            Carrier = carrier,
            Number = 100 + Next(ref random, 8_900),
            Origin = airports.Codes[origin],
            Destination = airports.Codes[destination],
            Tail = isCancelled ? null : $"{carrier}-{Next(ref random, 900) + 100}{(char)('A' + Next(ref random, 26))}",
            Delay = isCancelled ? null : late > 20 ? late * 6 : late,
            Distance = distance,
            Fare = Math.Round(35 + (distance * 0.11) + (Next(ref random, 8_000) / 100.0), 2),
        };
    }

    /// <summary>A number below <paramref name="limit"/> from the upper half of the state, and the next state.</summary>
    private static int Next(ref ulong random, int limit)
    {
        random = Mix(random);
        return (int)((random >> 32) * (ulong)limit >> 32);
    }

    /// <summary>SplitMix64: neighbours become unrelated.</summary>
    private static ulong Mix(ulong value)
    {
        value += 0x9E3779B97F4A7C15;
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
