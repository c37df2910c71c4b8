using System.Data;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson.NativeAot;

/// <summary>Every source, each with what the serializer writes of the same values.</summary>
internal static class Sources
{
    private static readonly JsonRowShape<Flight> Shape = new JsonRowShape<Flight>()
        .Column("Id", it => it.Id).Column("Number", it => it.Number).Column("Departs", it => it.Departs).Column("Price", it => it.Price)
        .Column("Fee", it => it.Fee).Column("IsFull", it => it.IsFull).Column("Key", it => it.Key).Column("Note", it => it.Note);

    /// <summary>Columns of readers and tables say DBNull, and the serializer null.</summary>
    private static readonly byte[] Table = Rows.Text;

    public static IEnumerable<(string Name, Func<JsonRows> Create, byte[] Expected)> All()
    {
        yield return ("objects", () => JsonRows.From(Rows.Flights), Expected(Rows.Flights));
        yield return ("objects by their contract", () => JsonRows.From(Rows.Flights, RowContext.Default.Flight), Expected(Rows.Flights));
        yield return ("a query", () => JsonRows.From(Rows.Flights.Where(it => it.IsFull)), Expected(Rows.Flights.Where(it => it.IsFull).ToList()));
        yield return ("nested objects", () => JsonRows.From(Rows.Bookings), Expected(Rows.Bookings));
        yield return ("orders", () => JsonRows.From(Rows.Orders), Expected(Rows.Orders));
        yield return ("shapes", () => JsonRows.From(Rows.Shapes), Expected(Rows.Shapes));
        yield return ("structures", () => JsonRows.From(Rows.Seats), Expected(Rows.Seats));
        yield return ("structures of scalars", () => JsonRows.From(Rows.Fares), Expected(Rows.Fares));
        yield return ("structures of every kind", () => JsonRows.From(Rows.Trips), Expected(Rows.Trips));
        yield return ("structures in collections", () => JsonRows.From(Rows.Holders), Expected(Rows.Holders));
        yield return ("undeclared structures", () => JsonRows.From(Rows.Points), Expected(Rows.Points));
        yield return ("undeclared structures in classes", () => JsonRows.From(Rows.Places), Expected(Rows.Places));
        yield return ("structures that may be null", () => JsonRows.From(Rows.MaybeSeats), Expected(Rows.MaybeSeats));
        yield return ("a shape", () => JsonRows.From(Rows.Flights, Shape), Table);
        yield return ("dictionaries", () => JsonRows.From(Rows.Dictionaries), Expected(Rows.Dictionaries));
        yield return ("dictionaries of numbers", () => JsonRows.From(Rows.Prices), Expected(Rows.Prices));
        yield return ("a document", () => JsonRows.From(JsonDocument.Parse(Rows.Text)), Rows.Text);
        yield return ("elements", () => JsonRows.From(JsonDocument.Parse(Rows.Text).RootElement.EnumerateArray().ToList()), Rows.Text);
        yield return ("nodes", () => JsonRows.From(Rows.Nodes), Rows.Text);
        yield return ("a table", () => JsonRows.From(Rows.Table), Table);
        yield return ("a view", () => JsonRows.From(Rows.Table.DefaultView), Table);
        yield return ("rows of a table", () => JsonRows.From(Rows.Table.Rows.Cast<DataRow>()), Table);
        yield return ("a reader", () => JsonRows.From(Rows.Table.CreateDataReader()), Table);
    }

    private static byte[] Expected<T>(T value) =>
        JsonSerializer.SerializeToUtf8Bytes(value, (JsonTypeInfo<T>)RowContext.Default.GetTypeInfo(typeof(T))!);
}
