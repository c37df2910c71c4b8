using System.Data.Common;
using DuckDB.NET.Data;
using MySqlConnector;
using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>Every type of DuckDB's and MariaDB's in every way of reading and writing, nulls first.</summary>
[Collection(MariaDbTestGroup.Name)]
public sealed class ProviderWaysTests(MariaDbFixture mariaDb)
{
    public static TheoryData<WayToWrite> Ways => [.. Enum.GetValues<WayToWrite>()];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task DuckDb_everyType_isTheSameInEveryWay(WayToWrite way)
    {
        await using var connection = new DuckDBConnection("DataSource=:memory:");
        await connection.OpenAsync();
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "create type mood as enum ('happy', 'sad')";
        await command.ExecuteNonQueryAsync();

        foreach ((string expression, string json) in ProviderTypesTests.DuckDbTypes.Select(it => ((string)it[0], (string)it[1])))
            await CheckAsync(way, connection, $"select i as a, x, 'z' as z from range(3) r(i) left join (select {expression} as x) on i > 0 order by i", expression, json);
    }

    [MariaDbTheory]
    [MemberData(nameof(Ways))]
    public async Task MariaDb_everyType_isTheSameInEveryWay(WayToWrite way)
    {
        await using MySqlConnection connection = await mariaDb.Source.OpenConnectionAsync();

        foreach ((string expression, string json) in MariaDbTypesTests.Types.Select(it => ((string)it[0], (string)it[1])))
            await CheckAsync(way, connection, $"select seq as a, x, 'z' as z from seq_0_to_2 left join (select {expression} as x) t on seq > 0 order by seq", expression, json);
    }

    private static async Task CheckAsync(WayToWrite way, DbConnection connection, string sql, string expression, string json)
    {
        string expected = $$"""[{"a":0,"x":null,"z":"z"},{"a":1,"x":{{json}},"z":"z"},{"a":2,"x":{{json}},"z":"z"}]""";
        (await way.WriteAsync(connection, sql, new JsonRowOptions())).Should().Be(expected, expression);
    }
}
