using System.Data;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Flights from a reader that has texts only.</summary>
internal sealed class TextFlightLoop : ReaderLoop<IDataReader, TextFlight>
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText[] Names = [.. FlightSample.Columns.Select(name => JsonEncodedText.Encode(name))];

    public override TextFlight Create(IDataReader reader) => new()
    {
        Id = reader.GetString(0),
        Year = reader.GetString(1),
        Month = reader.GetString(2),
        Day = reader.GetString(3),
        Departure = reader.GetString(4),
        Carrier = reader.GetString(5),
        Number = reader.GetString(6),
        Tail = reader.GetString(7),
        Origin = reader.GetString(8),
        Destination = reader.GetString(9),
        Delay = reader.GetString(10),
        Distance = reader.GetString(11),
    };

    public override long Read(IDataReader reader)
    {
        long sum = 0;
        for (int i = 0; i < Names.Length; i++) sum += reader.GetString(i).Length;
        return sum;
    }

    public override void Write(Utf8JsonWriter writer, IDataReader reader)
    {
        writer.WriteStartObject();
        for (int i = 0; i < Names.Length; i++) writer.WriteString(Names[i], reader.GetString(i));
        writer.WriteEndObject();
    }
}
