#if !WITHOUT_ROWJSON
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary>
/// <c>--ratio</c>: how many times as fast as the source-generated context, by processor time: the median of alternating rounds.
/// </summary>
internal static class Ratio
{
    private const int Rounds = 31;
    private const int WritesPerRound = 20;

    private static string _part = "";

    /// <summary>Prints the lines whose name contains a text.</summary>
    public static void Print(string part)
    {
        _part = part;
        var options = new JsonRowOptions { SerializerOptions = RowContext.Default.Options };
        JsonSerializerOptions fast = JsonRowSerializer.CreateWriteOptions(RowContext.Default.Options);
        JsonSerializerOptions both = JsonRowSerializer.CreateOptions(RowContext.Default.Options);
        Print("classes, From", Rows.Flights, () => JsonRows.From(Rows.Flights).ToUtf8Bytes(options));
        Print("classes, drop-in", Rows.Flights, () => JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, Info<List<Flight>>(fast)));
        Print("classes, drop-in for both directions", Rows.Flights,
            () => JsonSerializer.SerializeToUtf8Bytes(Rows.Flights, Info<List<Flight>>(both)));
        Print("nested classes, From", Rows.Bookings, () => JsonRows.From(Rows.Bookings).ToUtf8Bytes(options));
        Print("nested classes, drop-in", Rows.Bookings,
            () => JsonSerializer.SerializeToUtf8Bytes(Rows.Bookings, Info<List<Booking>>(fast)));
        Print("classes of every kind, From", Rows.Orders, () => JsonRows.From(Rows.Orders).ToUtf8Bytes(options));
        Print("classes of every kind, drop-in", Rows.Orders,
            () => JsonSerializer.SerializeToUtf8Bytes(Rows.Orders, Info<List<Order>>(fast)));
        Print("structures, From", Rows.Seats, () => JsonRows.From(Rows.Seats).ToUtf8Bytes(options));
        Print("dictionaries, From", Rows.Dictionaries, () => JsonRows.From(Rows.Dictionaries).ToUtf8Bytes(options));
        Print("dictionaries, drop-in", Rows.Dictionaries,
            () => JsonSerializer.SerializeToUtf8Bytes(Rows.Dictionaries, Info<List<Dictionary<string, object?>>>(fast)));
    }

    private static void Print<T>(string name, T value, Func<byte[]> write)
    {
        if (!name.Contains(_part, StringComparison.Ordinal)) return;
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
        TimeSpan start = Environment.CpuUsage.TotalTime;
        for (int i = 0; i < WritesPerRound; i++) write();
        return (Environment.CpuUsage.TotalTime - start).TotalMicroseconds;
    }

    private static JsonTypeInfo<T> Info<T>(JsonSerializerOptions options) => (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
}
#endif
