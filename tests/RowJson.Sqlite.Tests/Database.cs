using System.Text.Json;
using Microsoft.Data.Sqlite;

namespace RowJson.Sqlite.Tests;

/// <summary>A database in memory, and its queries as JSON with the package and without it.</summary>
internal sealed class Database : IDisposable
{
    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    public Database(params string[] statements)
    {
        _connection.Open();
        foreach (string statement in statements) Execute(statement);
    }

    public SqliteConnection Connection => _connection;

    public void Execute(string sql, params object?[] values)
    {
        using SqliteCommand command = Command(sql);
        for (int i = 0; i < values.Length; i++) command.Parameters.AddWithValue($"${i}", values[i] ?? DBNull.Value);
        command.ExecuteNonQuery();
    }

    public SqliteCommand Command(string sql)
    {
        SqliteCommand command = _connection.CreateCommand();
        command.CommandText = sql;
        return command;
    }

    public SqliteDataReader Query(string sql) => Command(sql).ExecuteReader();

    /// <summary>The options with the package.</summary>
    public static JsonRowOptions WithPackage(JsonRowOptions options) => new(options) { RowReaders = [SqliteRowReader.Instance] };

    /// <summary>Checks that a query gives the same bytes with the package and without it; returns them.</summary>
    public string Check(string sql, JsonRowOptions? options = null)
    {
        options ??= new JsonRowOptions();
        using SqliteDataReader reader = Query(sql);
        SqliteRowReader.Instance.CanRead(reader).Should().BeTrue();
        string json = JsonRows.From(reader).ToJsonString(WithPackage(options));
        using SqliteDataReader plain = Query(sql);
        json.Should().Be(JsonRows.From(plain).ToJsonString(options));
        return json;
    }

    /// <summary>What the serializer writes for the values that <see cref="SqliteDataReader.GetValue"/> returns.</summary>
    public string Serialize(string sql, JsonSerializerOptions? options = null)
    {
        using SqliteDataReader reader = Query(sql);
        var rows = new List<Dictionary<string, object?>>();
        while (reader.Read())
            rows.Add(Enumerable.Range(0, reader.FieldCount).ToDictionary(reader.GetName, i => reader.IsDBNull(i) ? null : reader.GetValue(i)));
        return JsonSerializer.Serialize(rows, options);
    }

    public void Dispose() => _connection.Dispose();
}
