using System.Data.Common;

namespace RowJson.LoadServer;

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
