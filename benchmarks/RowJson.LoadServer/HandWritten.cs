using System.Data.Common;
using System.Text.Json;
using RowJson.Benchmarks;

namespace RowJson.LoadServer;

/// <summary>What a careful user writes by hand: encoded names, typed getters, a flush where enough bytes are pending.</summary>
internal static class HandWritten
{
    private const int FlushThreshold = 60 * 1024;

    private static readonly JsonEncodedText Id = JsonEncodedText.Encode("id"), Name = JsonEncodedText.Encode("name"),
        City = JsonEncodedText.Encode("city"), Carrier = JsonEncodedText.Encode("carrier"),
        Departure = JsonEncodedText.Encode("departure"), Delay = JsonEncodedText.Encode("delay"),
        Distance = JsonEncodedText.Encode("distance"), Fare = JsonEncodedText.Encode("fare"),
        Weight = JsonEncodedText.Encode("weight"), IsCancelled = JsonEncodedText.Encode("isCancelled");

    public static Task WriteObjectsAsync(HttpResponse response, List<LoadRow> rows) =>
        WriteRowsAsync(response, rows.GetEnumerator(), static (ref rows) => rows.MoveNext(),
            static (writer, ref rows) => WriteRow(writer, rows.Current));

    public static Task WriteDictionariesAsync(HttpResponse response, List<Dictionary<string, object?>> rows) =>
        WriteRowsAsync(response, rows.GetEnumerator(), static (ref rows) => rows.MoveNext(),
            static (writer, ref rows) => HandWrittenValue.Write(writer, rows.Current));

    public static Task WriteReaderAsync(HttpResponse response, DbDataReader reader) =>
        WriteRowsAsync(response, reader, static (ref reader) => reader.Read(), static (writer, ref reader) => WriteRow(writer, reader));

    public static Task WriteDocumentAsync(HttpResponse response, JsonElement array) =>
        WriteRowsAsync(response, array.EnumerateArray(), static (ref rows) => rows.MoveNext(),
            static (writer, ref rows) => rows.Current.WriteTo(writer));

    private delegate bool MoveNext<TSource>(ref TSource source);
    private delegate void WriteCurrent<TSource>(Utf8JsonWriter writer, ref TSource source);

    private static async Task WriteRowsAsync<TSource>(
        HttpResponse response, TSource source, MoveNext<TSource> moveNext, WriteCurrent<TSource> writeCurrent)
    {
        response.ContentType = "application/json; charset=utf-8";
        await using var writer = new Utf8JsonWriter(response.BodyWriter, new JsonWriterOptions { SkipValidation = true });
        writer.WriteStartArray();
        long flushed = 0;
        while (moveNext(ref source))
        {
            writeCurrent(writer, ref source);
            if (writer.BytesCommitted + writer.BytesPending - flushed < FlushThreshold) continue;
            writer.Flush();
            await response.BodyWriter.FlushAsync(response.HttpContext.RequestAborted);
            flushed = writer.BytesCommitted;
        }
        writer.WriteEndArray();
    }

    private static void WriteRow(Utf8JsonWriter writer, LoadRow row)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, row.Id);
        writer.WriteString(Name, row.Name);
        writer.WriteString(City, row.City);
        writer.WriteString(Carrier, row.Carrier);
        writer.WriteString(Departure, row.Departure);
        if (row.Delay is { } delay) writer.WriteNumber(Delay, delay);
        else writer.WriteNull(Delay);
        writer.WriteNumber(Distance, row.Distance);
        writer.WriteNumber(Fare, row.Fare);
        writer.WriteNumber(Weight, row.Weight);
        writer.WriteBoolean(IsCancelled, row.IsCancelled);
        writer.WriteEndObject();
    }

    private static void WriteRow(Utf8JsonWriter writer, DbDataReader reader)
    {
        writer.WriteStartObject();
        writer.WriteNumber(Id, reader.GetInt32(0));
        writer.WriteString(Name, reader.GetString(1));
        writer.WriteString(City, reader.GetString(2));
        writer.WriteString(Carrier, reader.GetString(3));
        writer.WriteString(Departure, reader.GetDateTime(4));
        if (reader.IsDBNull(5)) writer.WriteNull(Delay);
        else writer.WriteNumber(Delay, reader.GetInt32(5));
        writer.WriteNumber(Distance, reader.GetInt32(6));
        writer.WriteNumber(Fare, reader.GetDouble(7));
        writer.WriteNumber(Weight, reader.GetDouble(8));
        writer.WriteBoolean(IsCancelled, reader.GetBoolean(9));
        writer.WriteEndObject();
    }
}
