using System.Data;
using System.Data.Common;
using System.Text.Json;
using Dapper;
using Microsoft.Data.Sqlite;

namespace RowJson.Callers;

/// <summary>ADO.NET and Dapper, over SQLite: it runs everywhere.</summary>
public sealed class DatabaseTests : IDisposable
{
    private const string Sql = "select id as Id, customer as Customer, price as Price from orders order by id";
    private const string Json = """[{"Id":1,"Customer":"Zo\u00EB","Price":1.5},{"Id":2,"Customer":null,"Price":-2.25}]""";

    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    public DatabaseTests()
    {
        _connection.Open();
        _connection.Execute("create table orders (id integer primary key, customer text, price real)");
        _connection.Execute("insert into orders values (1, 'Zoë', 1.5), (2, null, -2.25)");
    }

    public void Dispose() => _connection.Dispose();

    [Fact]
    public async Task From_readers_writesTheirRows()
    {
        using SqliteCommand command = _connection.CreateCommand();
        command.CommandText = Sql;
        using (SqliteDataReader reader = command.ExecuteReader()) JsonRows.From(reader).ToJsonString().Should().Be(Json);
        using (DbDataReader reader = await command.ExecuteReaderAsync()) (await Judge.WriteAsync(JsonRows.From(reader).WriteToAsync)).Should().Be(Json);
        using (IDataReader reader = command.ExecuteReader()) JsonRows.From(reader).ToJsonString().Should().Be(Json);
        using (SqliteDataReader reader = command.ExecuteReader()) JsonRows.From(reader.Cast<IDataRecord>()).ToJsonString().Should().Be(Json);
        using (SqliteDataReader reader = command.ExecuteReader()) JsonRows.From(reader.Cast<DbDataRecord>()).ToJsonString().Should().Be(Json);
    }

    [Fact]
    public async Task From_dapper_writesItsRows()
    {
        JsonRows.From(_connection.Query(Sql)).ToJsonString().Should().Be(Json);
        JsonRows.From(await _connection.QueryAsync(Sql)).ToJsonString().Should().Be(Json);
        (await Judge.WriteAsync(JsonRows.From(_connection.QueryUnbufferedAsync(Sql)).WriteToAsync)).Should().Be(Json);
        JsonRows.From(_connection.Query(Sql, buffered: false)).ToJsonString().Should().Be(Json);
        JsonRows.From(_connection.Query(Sql).Cast<IDictionary<string, object?>>()).ToJsonString().Should().Be(Json);
        JsonRows.From(_connection.Query<Line>(Sql)).ToJsonString().Should().Be(JsonSerializer.Serialize(_connection.Query<Line>(Sql))).And.Be(Json);
        (await Judge.WriteAsync(JsonRows.From(_connection.QueryUnbufferedAsync<Line>(Sql)).WriteToAsync)).Should().Be(Json);
        using (IDataReader reader = _connection.ExecuteReader(Sql)) JsonRows.From(reader).ToJsonString().Should().Be(Json);
        using (DbDataReader reader = await _connection.ExecuteReaderAsync(Sql)) JsonRows.From(reader).ToJsonString().Should().Be(Json);
    }

    [Fact]
    public void From_tables_writesTheirRows()
    {
        using var table = new DataTable();
        using (IDataReader reader = _connection.ExecuteReader(Sql)) table.Load(reader);
        JsonRows.From(table).ToJsonString().Should().Be(Json);
        JsonRows.From(table.DefaultView).ToJsonString().Should().Be(Json);
        JsonRows.From(table.Select()).ToJsonString().Should().Be(Json);
        JsonRows.From(table.AsEnumerable().Where(row => (long)row["Id"] > 0)).ToJsonString().Should().Be(Json);
        JsonRows.From(table.Rows.Cast<DataRow>()).ToJsonString().Should().Be(Json);
        JsonRows.From(table.CreateDataReader()).ToJsonString().Should().Be(Json);
    }

    private sealed class Line
    {
        public long Id { get; init; }

        public string? Customer { get; init; }

        public double Price { get; init; }
    }
}
