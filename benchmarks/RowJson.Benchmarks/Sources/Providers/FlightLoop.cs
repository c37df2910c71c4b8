using System.Data.Common;
using System.Text.Json;

namespace RowJson.Benchmarks;

/// <summary>Flights by typed getters.</summary>
/// <param name="timeIsText">The provider has times as texts, which are JSON's already.</param>
internal sealed class FlightLoop(bool timeIsText = false) : ReaderLoop<DbDataReader, Flight>
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode(nameof(Flight.Id));
    private static readonly JsonEncodedText Year = JsonEncodedText.Encode(nameof(Flight.Year));
    private static readonly JsonEncodedText Month = JsonEncodedText.Encode(nameof(Flight.Month));
    private static readonly JsonEncodedText Day = JsonEncodedText.Encode(nameof(Flight.Day));
    private static readonly JsonEncodedText Departure = JsonEncodedText.Encode(nameof(Flight.Departure));
    private static readonly JsonEncodedText Carrier = JsonEncodedText.Encode(nameof(Flight.Carrier));
    private static readonly JsonEncodedText Number = JsonEncodedText.Encode(nameof(Flight.Number));
    private static readonly JsonEncodedText Tail = JsonEncodedText.Encode(nameof(Flight.Tail));
    private static readonly JsonEncodedText Origin = JsonEncodedText.Encode(nameof(Flight.Origin));
    private static readonly JsonEncodedText Destination = JsonEncodedText.Encode(nameof(Flight.Destination));
    private static readonly JsonEncodedText Delay = JsonEncodedText.Encode(nameof(Flight.Delay));
    private static readonly JsonEncodedText Distance = JsonEncodedText.Encode(nameof(Flight.Distance));

    public override Flight Create(DbDataReader reader) => new()
    {
        Id = reader.GetInt32(0),
        Year = reader.GetInt32(1),
        Month = reader.GetInt32(2),
        Day = reader.GetInt32(3),
        Departure = reader.GetDateTime(4),
        Carrier = reader.GetString(5),
        Number = reader.GetInt32(6),
        Tail = reader.IsDBNull(7) ? null : reader.GetString(7),
        Origin = reader.GetString(8),
        Destination = reader.GetString(9),
        Delay = reader.IsDBNull(10) ? null : reader.GetDouble(10),
        Distance = reader.GetDouble(11),
    };

    public override long Read(DbDataReader reader) =>
        reader.GetInt32(0) + reader.GetInt32(1) + reader.GetInt32(2) + reader.GetInt32(3)
        + (timeIsText ? reader.GetString(4).Length : reader.GetDateTime(4).Ticks)
        + reader.GetString(5).Length + reader.GetInt32(6) + (reader.IsDBNull(7) ? 0 : reader.GetString(7).Length)
        + reader.GetString(8).Length + reader.GetString(9).Length
        + (reader.IsDBNull(10) ? 0 : BitConverter.DoubleToInt64Bits(reader.GetDouble(10))) + BitConverter.DoubleToInt64Bits(reader.GetDouble(11));

    public override void Write(Utf8JsonWriter writer, DbDataReader reader)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, reader.GetInt32(0));
        writer.WriteNumber(Year, reader.GetInt32(1));
        writer.WriteNumber(Month, reader.GetInt32(2));
        writer.WriteNumber(Day, reader.GetInt32(3));
        if (timeIsText)
            writer.WriteString(Departure, reader.GetString(4));
        else
            writer.WriteString(Departure, reader.GetDateTime(4));
        writer.WriteString(Carrier, reader.GetString(5));
        writer.WriteNumber(Number, reader.GetInt32(6));
        if (reader.IsDBNull(7))
            writer.WriteNull(Tail);
        else
            writer.WriteString(Tail, reader.GetString(7));
        writer.WriteString(Origin, reader.GetString(8));
        writer.WriteString(Destination, reader.GetString(9));
        if (reader.IsDBNull(10))
            writer.WriteNull(Delay);
        else
            writer.WriteNumber(Delay, reader.GetDouble(10));
        writer.WriteNumber(Distance, reader.GetDouble(11));
        writer.WriteEndObject();
    }
}
