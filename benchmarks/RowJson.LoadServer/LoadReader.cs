using System.Data.Common;
using RowJson.Benchmarks;

namespace RowJson.LoadServer;

/// <summary>A reader over objects in memory.</summary>
internal sealed class LoadReader(List<LoadRow> rows) : MemoryReader
{
    private static readonly (string Name, Type Type)[] Columns =
    [
        ("id", typeof(int)), ("name", typeof(string)), ("city", typeof(string)), ("carrier", typeof(string)), ("departure", typeof(DateTime)),
        ("delay", typeof(int)), ("distance", typeof(int)), ("fare", typeof(double)), ("weight", typeof(double)), ("isCancelled", typeof(bool)),
    ];

    private int _row = -1;
    public override int FieldCount => Columns.Length;
    public override bool HasRows => rows.Count > 0;
    private LoadRow Row => rows[_row];
    public override bool Read() => ++_row < rows.Count;
    public override string GetName(int ordinal) => Columns[ordinal].Name;
    public override Type GetFieldType(int ordinal) => Columns[ordinal].Type;
    public override bool IsDBNull(int ordinal) => ordinal == 5 && Row.Delay is null;

    public override string GetString(int ordinal) =>
        ordinal switch { 1 => Row.Name, 2 => Row.City, 3 => Row.Carrier, _ => throw OtherType() };

    public override int GetInt32(int ordinal) =>
        ordinal switch { 0 => Row.Id, 5 => Row.Delay ?? throw OtherType(), 6 => Row.Distance, _ => throw OtherType() };

    public override double GetDouble(int ordinal) => ordinal switch { 7 => Row.Fare, 8 => Row.Weight, _ => throw OtherType() };
    public override DateTime GetDateTime(int ordinal) => ordinal == 4 ? Row.Departure : throw OtherType();
    public override bool GetBoolean(int ordinal) => ordinal == 9 ? Row.IsCancelled : throw OtherType();

    public override object GetValue(int ordinal) => ordinal switch
    {
        1 or 2 or 3 => GetString(ordinal),
        4 => Row.Departure,
        5 => Row.Delay is { } delay ? delay : DBNull.Value,
        0 or 6 => GetInt32(ordinal),
        7 or 8 => GetDouble(ordinal),
        _ => GetBoolean(ordinal),
    };
}

/// <summary>Objects of a reader's rows, for the framework.</summary>
internal static class ReaderRows
{
    public static List<LoadRow> ReadAll(DbDataReader reader)
    {
        var rows = new List<LoadRow>();
        while (reader.Read()) rows.Add(ReadRow(reader));
        return rows;
    }

    public static async IAsyncEnumerable<LoadRow> ReadAsync(DbDataReader reader)
    {
        while (await reader.ReadAsync()) yield return ReadRow(reader);
    }

    private static LoadRow ReadRow(DbDataReader reader) => new()
    {
        Id = reader.GetInt32(0), Name = reader.GetString(1), City = reader.GetString(2), Carrier = reader.GetString(3),
        Departure = reader.GetDateTime(4), Delay = reader.IsDBNull(5) ? null : reader.GetInt32(5), Distance = reader.GetInt32(6),
        Fare = reader.GetDouble(7), Weight = reader.GetDouble(8), IsCancelled = reader.GetBoolean(9),
    };
}
