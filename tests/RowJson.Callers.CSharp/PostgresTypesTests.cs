using Npgsql;

namespace RowJson.Callers;

/// <summary>Types of PostgreSQL's that Npgsql cannot name, or not hold.</summary>
public sealed class PostgresTypesTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    /// <summary>Npgsql throws where it is asked for the type of such a column, and of its values.</summary>
    [PostgresTheory]
    [InlineData("'pg_class'::regclass")]
    [InlineData("row(1, 'sad')::comp")]
    [InlineData("array[row(1, 'sad')::comp]")]
    public async Task From_typeThatNpgsqlCannotName_failsByTheCell(string expression)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using (var create = new NpgsqlCommand(
            "do $$ begin create type comp as (number int, text text); exception when duplicate_object then null; end $$", connection))
            await create.ExecuteNonQueryAsync();
        await connection.ReloadTypesAsync();
        await using var command = new NpgsqlCommand($"select 1 as a, case when i = 2 then {expression} end as x from generate_series(1, 2) i", connection);

        JsonRowException failure = JsonRows.From(command).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().Which;
        failure.ColumnName.Should().Be("x");
        failure.RowIndex.Should().Be(1);
        string replaced = await Judge.WriteAsync((stream, _, progress, cancellation) => JsonRows.From(command).WriteToAsync(
            stream, new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }, progress, cancellation));
        replaced.Should().Be("""[{"a":1,"x":null},{"a":1,"x":null}]""");
        JsonRows.From(command).ToJsonString(new JsonRowOptions { ColumnConverter = column => column.Name == "x" ? _ => column.DataTypeName : null })
            .Should().MatchRegex("""^\[\{"a":1,"x":null\},\{"a":1,"x":"(regclass|comp\[\]|comp|public\.comp\[\]|public\.comp)"\}\]$""");
    }
}
