using System.Data.Common;
using System.Text;
using Dapper;
using Npgsql;

namespace RowJson.Npgsql.Tests;

/// <summary>Dapper's readers and rows, with the package and without it: parameters, transactions, buffered and not.</summary>
[Collection(PostgresTestGroup.Name)]
public class PostgresDapperTests(PostgresFixture server)
{
    private static readonly JsonRowOptions Plain = new();
    private static readonly JsonRowOptions WithPackage = new() { RowReaders = [NpgsqlRowReader.Instance] };

    public static TheoryData<string, object?, string> Parameters => new()
    {
        { "select @name as x", new { name = "Ada <3" }, "\"Ada \\u003C3\"" },
        { "select @name::text as x", new { name = (string?)null }, "null" },
        { "select count(*) as x from unnest(@ids) it", new { ids = new[] { 1, 2, 3 } }, "3" },
        { "select @doc::jsonb as x", new { doc = "{\"a\" : 1}" }, "{\"a\":1}" },
        { "select @bytes as x", new { bytes = new byte[] { 1, 2 } }, "\"AQI=\"" },
        { "select @at as x", new { at = new DateTime(2024, 2, 29, 12, 30, 0) }, "\"2024-02-29T12:30:00\"" },
        { "select 'é' as x", null, "\"\\u00E9\"" },
    };

    [PostgresTheory]
    [MemberData(nameof(Parameters))]
    public async Task Write_parameters_areTheCommands(string sql, object? parameters, string json)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        foreach (JsonRowOptions options in new[] { Plain, WithPackage })
        {
            using (DbDataReader reader = (DbDataReader)connection.ExecuteReader(sql, parameters))
                JsonRows.From(reader).ToJsonString(options).Should().Be($"[{{\"x\":{json}}}]");
            using var stream = new MemoryStream();
            await using (DbDataReader reader = await connection.ExecuteReaderAsync(sql, parameters))
                await JsonRows.From(reader).WriteToAsync(stream, options);
            Encoding.UTF8.GetString(stream.ToArray()).Should().Be($"[{{\"x\":{json}}}]");
        }
    }

    [PostgresFact]
    public async Task Write_transaction_seesItsOwnRows()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await connection.ExecuteAsync("create temporary table changes(name text)");
        foreach (JsonRowOptions options in new[] { Plain, WithPackage })
        {
            await using (NpgsqlTransaction transaction = await connection.BeginTransactionAsync())
            {
                await connection.ExecuteAsync("insert into changes values ('a')", transaction: transaction);
                const string sql = "select name from changes";
                await using DbDataReader reader = await connection.ExecuteReaderAsync(sql, transaction: transaction);
                JsonRows.From(reader).ToJsonString(options).Should().Be("""[{"name":"a"}]""");
            }
            await using DbDataReader after = await connection.ExecuteReaderAsync("select name from changes");
            JsonRows.From(after).ToJsonString(options).Should().Be("[]");
        }
    }

    [PostgresFact]
    public async Task Write_rowsBufferedAndNot_areThoseOfTheReader()
    {
        const string sql =
            "select n as id, 'name ' || n as name, case when n % 2 = 0 then n * 0.5 end as half from generate_series(1, 50) n";
        await using NpgsqlConnection connection = await server.OpenAsync();
        string expected;
        await using (DbDataReader reader = await connection.ExecuteReaderAsync(sql))
            expected = JsonRows.From(reader).ToJsonString(WithPackage);

        foreach (bool buffered in new[] { true, false })
            JsonRows.From(connection.Query(sql, buffered: buffered)).ToJsonString(WithPackage).Should().Be(expected);
        using var stream = new MemoryStream();
        await JsonRows.From(connection.QueryUnbufferedAsync(sql)).WriteToAsync(stream, WithPackage);

        Encoding.UTF8.GetString(stream.ToArray()).Should().Be(expected);
    }

    /// <summary>What is left of the rows is read or cancelled when the reader closes.</summary>
    [PostgresFact]
    public async Task Write_thatEndsEarly_leavesTheConnectionUsable()
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        const string sql = "select n, 10 / (500 - n) as q, 'x' as x from generate_series(1, 1000) n";
        await using (DbDataReader reader = await connection.ExecuteReaderAsync(sql))
        {
            JsonRows.From(reader).Invoking(it => it.ToJsonString(WithPackage))
                .Should().Throw<JsonRowException>().WithInnerException<PostgresException>();
        }

        (await connection.ExecuteScalarAsync<int>("select 1")).Should().Be(1);
    }
}
