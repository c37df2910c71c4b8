namespace RowJson.Benchmarks;

/// <summary>What one writes by hand for flights.</summary>
internal static class FlightLoops
{
    // No encoder escapes any of these names.
    private static readonly JsonEncodedText[] Names = [.. FlightSample.Columns.Select(name => JsonEncodedText.Encode(name))];

    /// <summary>From a reader that has texts only.</summary>
    public static ReaderLoop<IDataReader, TextFlight> Texts { get; } = new(CreateTexts, ReadTexts, WriteTexts);

    /// <summary>By typed getters.</summary>
    public static ReaderLoop<DbDataReader, Flight> Typed(bool timeIsText = false) =>
        new(Create, reader => Read(reader, timeIsText), (writer, reader) => Write(writer, reader, timeIsText));

    private static Flight Create(DbDataReader reader) => new()
    {
        Id = reader.GetInt32(0), Year = reader.GetInt32(1), Month = reader.GetInt32(2), Day = reader.GetInt32(3),
        Departure = reader.GetDateTime(4), Carrier = reader.GetString(5), Number = reader.GetInt32(6),
        Tail = reader.IsDBNull(7) ? null : reader.GetString(7), Origin = reader.GetString(8), Destination = reader.GetString(9),
        Delay = reader.IsDBNull(10) ? null : reader.GetDouble(10), Distance = reader.GetDouble(11),
    };

    private static long Read(DbDataReader reader, bool timeIsText) =>
        reader.GetInt32(0) + reader.GetInt32(1) + reader.GetInt32(2) + reader.GetInt32(3)
        + (timeIsText ? reader.GetString(4).Length : reader.GetDateTime(4).Ticks)
        + reader.GetString(5).Length + reader.GetInt32(6) + (reader.IsDBNull(7) ? 0 : reader.GetString(7).Length)
        + reader.GetString(8).Length + reader.GetString(9).Length
        + (reader.IsDBNull(10) ? 0 : BitConverter.DoubleToInt64Bits(reader.GetDouble(10))) + BitConverter.DoubleToInt64Bits(reader.GetDouble(11));

    private static void Write(Utf8JsonWriter writer, DbDataReader reader, bool timeIsText)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Names[0], reader.GetInt32(0));
        writer.WriteNumber(Names[1], reader.GetInt32(1));
        writer.WriteNumber(Names[2], reader.GetInt32(2));
        writer.WriteNumber(Names[3], reader.GetInt32(3));
        if (timeIsText) writer.WriteString(Names[4], reader.GetString(4));
        else writer.WriteString(Names[4], reader.GetDateTime(4));
        writer.WriteString(Names[5], reader.GetString(5));
        writer.WriteNumber(Names[6], reader.GetInt32(6));
        if (reader.IsDBNull(7)) writer.WriteNull(Names[7]);
        else writer.WriteString(Names[7], reader.GetString(7));
        writer.WriteString(Names[8], reader.GetString(8));
        writer.WriteString(Names[9], reader.GetString(9));
        if (reader.IsDBNull(10)) writer.WriteNull(Names[10]);
        else writer.WriteNumber(Names[10], reader.GetDouble(10));
        writer.WriteNumber(Names[11], reader.GetDouble(11));
        writer.WriteEndObject();
    }

    private static TextFlight CreateTexts(IDataReader reader) => new()
    {
        Id = reader.GetString(0), Year = reader.GetString(1), Month = reader.GetString(2), Day = reader.GetString(3),
        Departure = reader.GetString(4), Carrier = reader.GetString(5), Number = reader.GetString(6), Tail = reader.GetString(7),
        Origin = reader.GetString(8), Destination = reader.GetString(9), Delay = reader.GetString(10), Distance = reader.GetString(11),
    };

    private static long ReadTexts(IDataReader reader)
    {
        long sum = 0;
        for (int i = 0; i < Names.Length; i++) sum += reader.GetString(i).Length;
        return sum;
    }

    private static void WriteTexts(Utf8JsonWriter writer, IDataReader reader)
    {
        writer.WriteStartObject();
        for (int i = 0; i < Names.Length; i++) writer.WriteString(Names[i], reader.GetString(i));
        writer.WriteEndObject();
    }
}
