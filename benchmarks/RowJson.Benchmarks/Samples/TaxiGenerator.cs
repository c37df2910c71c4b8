namespace RowJson.Benchmarks;

/// <summary>Generated rows in the 18 columns of New York City's yellow-taxi table, which many row formats are measured with:
/// small integers, amounts with two decimals, two times, one flag.</summary>
internal static class TaxiGenerator
{
    private static readonly DateTime Start = new(2023, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    public static Sample Generate(string name, int rows, int seed = 1)
    {
        var random = new Random(seed);
        var output = new ArrayBufferWriter<byte>();
        for (int i = 0; i < rows; i++) Encoding.UTF8.GetBytes($"{(i == 0 ? '[' : ',')}{Row(random)}", output);
        output.Write("]"u8);
        return Sample.Parse(name, output.WrittenMemory);
    }

    private static string Row(Random random)
    {
        const int secondsOfMonth = 31 * 24 * 60 * 60;
        DateTime pickup = Start.AddSeconds(random.Next(secondsOfMonth));
        int distance = random.Next(20, 2_000);
        int fare = 300 + (distance * 3);
        int tip = random.Next(3) == 0 ? 0 : fare / 5;
        int tolls = random.Next(15) == 0 ? 655 : 0;
        int extra = random.Next(3) * 50;
        return string.Create(CultureInfo.InvariantCulture, $$"""
            {"VendorID":{{random.Next(1, 3)}},"tpep_pickup_datetime":"{{pickup:s}}","tpep_dropoff_datetime":"{{pickup.AddSeconds(60 + distance):s}}",
            "passenger_count":{{(random.Next(100) == 0 ? "null" : $"{random.Next(1, 7)}")}},"trip_distance":{{distance / 100.0}},
            "RatecodeID":{{(random.Next(100) == 0 ? "null" : "1")}},"store_and_fwd_flag":"{{(random.Next(100) == 0 ? "Y" : "N")}}",
            "PULocationID":{{random.Next(1, 266)}},"DOLocationID":{{random.Next(1, 266)}},"payment_type":{{random.Next(1, 5)}},
            "fare_amount":{{fare / 100.0}},"extra":{{extra / 100.0}},"mta_tax":0.5,"tip_amount":{{tip / 100.0}},"tolls_amount":{{tolls / 100.0}},
            "improvement_surcharge":0.3,"total_amount":{{(fare + extra + tip + tolls + 50 + 30) / 100.0}},"congestion_surcharge":2.5}
            """).Replace("\n", "", StringComparison.Ordinal);
    }
}
