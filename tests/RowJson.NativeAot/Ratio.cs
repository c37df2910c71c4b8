#if !WITHOUT_ROWJSON
using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary><c>--ratio</c>: how many times as fast as the source-generated context, by the median of alternating rounds.</summary>
internal static class Ratio
{
    private const int Rounds = 31;
    private const int WritesPerRound = 20;

    public static void Print()
    {
        var options = new JsonRowOptions { SerializerOptions = RowContext.Default.Options };
        JsonSerializerOptions fast = JsonRowSerializer.CreateWriteOptions(RowContext.Default.Options);
        Print("classes, From", Rows.Flights, () => JsonRows.From(Rows.Flights).ToUtf8Bytes(options));
        Print("classes, drop-in", Rows.Flights, () => JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, Info<List<Flight>>(fast)));
        Print("nested classes, From", Rows.Bookings, () => JsonRows.From(Rows.Bookings).ToUtf8Bytes(options));
        Print("structures, From", Rows.Seats, () => JsonRows.From(Rows.Seats).ToUtf8Bytes(options));
        Print("dictionaries, From", Rows.Dictionaries, () => JsonRows.From(Rows.Dictionaries).ToUtf8Bytes(options));
        Print("dictionaries, drop-in", Rows.Dictionaries,
            () => JsonSerializer.SerializeToUtf8Bytes(Rows.Dictionaries, Info<List<Dictionary<string, object?>>>(fast)));
    }

    private static void Print<T>(string name, T value, Func<byte[]> write)
    {
        JsonTypeInfo<T> info = Info<T>(RowContext.Default.Options);
        var ratios = new List<double>();
        for (int round = 0; round < Rounds; round++)
        {
            double serializer = Time(() => JsonSerializer.SerializeToUtf8Bytes(value, info));
            double ours = Time(write);
            if (round > 0) ratios.Add(serializer / ours);
        }
        ratios.Sort();
        Console.WriteLine($"{name}: {ratios[ratios.Count / 2]:F2} ({ratios[ratios.Count / 10]:F2}–{ratios[^(ratios.Count / 10)]:F2})");
    }

    private static double Time(Func<byte[]> write)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < WritesPerRound; i++) write();
        return Stopwatch.GetElapsedTime(start).TotalMicroseconds;
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
}
#endif
