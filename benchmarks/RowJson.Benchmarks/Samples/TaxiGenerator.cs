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
        using var writer = new Utf8JsonWriter(output);
        writer.WriteStartArray();
        for (int i = 0; i < rows; i++) WriteRow(writer, random);
        writer.WriteEndArray();
        writer.Flush();
        return Sample.Parse(name, output.WrittenMemory);
    }

    private static void WriteRow(Utf8JsonWriter writer, Random random)
    {
        const int secondsOfMonth = 31 * 24 * 60 * 60;
        DateTime pickup = Start.AddSeconds(random.Next(secondsOfMonth));
        int distance = random.Next(20, 2_000);
        int fare = 300 + (distance * 3);
        int tip = random.Next(3) == 0 ? 0 : fare / 5;
        int tolls = random.Next(15) == 0 ? 655 : 0;
        int extra = random.Next(3) * 50;

        writer.WriteStartObject();
        writer.WriteNumber("VendorID", random.Next(1, 3));
        writer.WriteString("tpep_pickup_datetime", Time(pickup));
        writer.WriteString("tpep_dropoff_datetime", Time(pickup.AddSeconds(60 + distance)));
        WriteNumberOrNull(writer, "passenger_count", random.Next(100) == 0 ? null : random.Next(1, 7));
        writer.WriteNumber("trip_distance", Amount(distance));
        WriteNumberOrNull(writer, "RatecodeID", random.Next(100) == 0 ? null : 1);
        writer.WriteString("store_and_fwd_flag", random.Next(100) == 0 ? "Y" : "N");
        writer.WriteNumber("PULocationID", random.Next(1, 266));
        writer.WriteNumber("DOLocationID", random.Next(1, 266));
        writer.WriteNumber("payment_type", random.Next(1, 5));
        writer.WriteNumber("fare_amount", Amount(fare));
        writer.WriteNumber("extra", Amount(extra));
        writer.WriteNumber("mta_tax", 0.5);
        writer.WriteNumber("tip_amount", Amount(tip));
        writer.WriteNumber("tolls_amount", Amount(tolls));
        writer.WriteNumber("improvement_surcharge", 0.3);
        writer.WriteNumber("total_amount", Amount(fare + extra + tip + tolls + 50 + 30));
        writer.WriteNumber("congestion_surcharge", 2.5);
        writer.WriteEndObject();
    }

    private static void WriteNumberOrNull(Utf8JsonWriter writer, string name, int? value)
    {
        if (value is int number) writer.WriteNumber(name, number);
        else writer.WriteNull(name);
    }

    private static double Amount(int cents) => cents / 100.0;
    private static string Time(DateTime time) => time.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
}
