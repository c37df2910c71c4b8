#if !WITHOUT_ROWJSON
using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary>
/// <c>--ratio</c>: how many times as fast as the source-generated context with a writer that is kept, by processor time: the median of
/// alternating rounds.
/// </summary>
/// <param name="part">Lines whose name does not contain it are left out.</param>
internal sealed class Ratio(string part)
{
    private const int Rounds = 41;
    private const int WritesPerRound = 60;

    private readonly ArrayBufferWriter<byte> _buffer = new(1 << 20);
    private readonly JsonRowOptions _options = new() { SerializerOptions = RowContext.Default.Options };
    private readonly JsonSerializerOptions _plain = RowContext.Default.Options;
    private readonly JsonSerializerOptions _fast = RowContext.Default.Options.WithRowJson(writeOnly: true);
    private readonly JsonSerializerOptions _both = RowContext.Default.Options.WithRowJson();

    public void Print()
    {
        Print("classes", Rows.Flights, JsonRows.From(Rows.Flights));
        Print("nested classes", Rows.Bookings, JsonRows.From(Rows.Bookings));
        Print("classes of every kind", Rows.Orders, JsonRows.From(Rows.Orders));
        Print("structures", Rows.Fares, JsonRows.From(Rows.Fares));
        Print("structures of two members", Rows.Seats, JsonRows.From(Rows.Seats));
        Print("100 structures", Rows.FareList, JsonRows.From(Rows.FareList));
        Print("100 classes in classes", Rows.Journeys, JsonRows.From(Rows.Journeys));
        Print("100 classes with structures", Rows.Transfers, JsonRows.From(Rows.Transfers));
        Print("dictionaries", Rows.Dictionaries, JsonRows.From(Rows.Dictionaries));
    }

    private void Print<T>(string name, T value, JsonRows rows)
    {
        using var writer = new Utf8JsonWriter(_buffer);
        Print($"{name}, From", Serializer(value, writer, _plain), () => rows.WriteTo(_buffer, _options));
        Print($"{name}, WithRowJson, writeOnly", Serializer(value, writer, _plain), Serializer(value, writer, _fast));
        Print($"{name}, WithRowJson", Serializer(value, writer, _plain), Serializer(value, writer, _both));
    }

    private Action Serializer<T>(T value, Utf8JsonWriter writer, JsonSerializerOptions options)
    {
        var info = (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T));
        return () =>
        {
            writer.Reset(_buffer);
            JsonSerializer.Serialize(writer, value, info);
        };
    }

    private void Print(string name, Action serializer, Action write)
    {
        if (!name.Contains(part, StringComparison.Ordinal)) return;
        var ratios = new List<double>();
        for (int round = 0; round < Rounds; round++)
        {
            double time = Time(serializer);
            double ours = Time(write);
            // The first rounds are the serializer's for both.
            if (round > Rounds / 5) ratios.Add(time / ours);
        }
        ratios.Sort();
        Console.WriteLine($"{name}: {ratios[ratios.Count / 2]:F2} ({ratios[ratios.Count / 10]:F2}–{ratios[^(ratios.Count / 10)]:F2})");
    }

    private double Time(Action write)
    {
        TimeSpan start = Environment.CpuUsage.TotalTime;
        for (int i = 0; i < WritesPerRound; i++)
        {
            _buffer.ResetWrittenCount();
            write();
        }
        return (Environment.CpuUsage.TotalTime - start).TotalMicroseconds;
    }
}
#endif
