using Npgsql;

namespace RowJson.Callers;

/// <summary>Types of PostgreSQL's that Npgsql cannot name, or not hold.</summary>
public sealed class PostgresTypesTests(PostgresFixture server) : IClassFixture<PostgresFixture>
{
    public static TheoryData<string, string> NestedTypes => new()
    {
        { "array['08:00:2b:01:02:03'::macaddr]", """["08:00:2b:01:02:03"]""" },
        { "row('08:00:2b:01:02:03'::macaddr, 1, null)", """["08:00:2b:01:02:03",1,null]""" },
        { "array['192.168.0.1'::inet, '::1']", """["192.168.0.1","::1"]""" },
        { "array['10.0.0.0/8'::cidr]", """["10.0.0.0/8"]""" },
        { "row('192.168.0.1'::inet, row(array['10.0.0.0/8'::cidr]))", """["192.168.0.1",[["10.0.0.0/8"]]]""" },
        { "array[['08:00:2b:01:02:03'::macaddr], ['08:00:2b:01:02:04'::macaddr]]", """[["08:00:2b:01:02:03"],["08:00:2b:01:02:04"]]""" },
        { "'16/B374D848'::pg_lsn", """ "16/B374D848" """ },
        { "row('16/B374D848'::pg_lsn)", """["16/B374D848"]""" },
        { """array['{"b" : 1}'::jsonb, null, '[2]']""", """[{"b": 1},null,[2]]""" },
        { """array['{"b" : 1}'::json]""", """[{"b" : 1}]""" },
        { "array['\\xAA01'::bytea]", """["qgE="]""" },
        { "row('\\xAA01'::bytea)", """["qgE="]""" },
    };

    [PostgresTheory]
    [MemberData(nameof(NestedTypes))]
    public async Task From_valuesInOthers_haveTheFormsOfCells(string expression, string json)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand($"select {expression} as x", connection);
        // Text that is JSON is copied without its whitespace.
        string expected = $$"""[{"x":{{json.Trim().Replace(": ", ":", StringComparison.Ordinal).Replace(" :", ":", StringComparison.Ordinal)}}}]""";

        JsonRows.From(command).ToJsonString().Should().Be(expected);
        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be(expected);
        JsonRows.From(command).ToJsonString(new System.Text.Json.JsonSerializerOptions { ReferenceHandler = System.Text.Json.Serialization.ReferenceHandler.IgnoreCycles })
            .Should().Be(expected);
        using (NpgsqlDataReader reader = command.ExecuteReader())
            JsonRows.From(reader.Cast<System.Data.Common.DbDataRecord>()).ToJsonString().Should().Be(expected);
    }

    private static readonly System.Text.Json.JsonSerializerOptions Relaxed =
        new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>What Npgsql makes of values for which .NET has no other: docs/types.md says so.</summary>
    public static TheoryData<string, string> ConvertedTypes => new()
    {
        { "timetz '12:30:00+02'", "0001-01-02T12:30:00+02:00" },
        { "'infinity'::date", "9999-12-31" },
        { "'-infinity'::date", "0001-01-01" },
        { "'infinity'::timestamp", "9999-12-31T23:59:59.9999999" },
        { "'infinity'::timestamptz", "9999-12-31T23:59:59.9999999" },
        { "'-infinity'::timestamptz", "0001-01-01T00:00:00" },
        { "'192.168.0.1/24'::inet", "192.168.0.1" },
    };

    [PostgresTheory]
    [MemberData(nameof(ConvertedTypes))]
    public async Task From_valueThatNpgsqlConverts_isWhatItReturns(string expression, string text)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand($"select {expression} as x", connection);

        string expected = $$"""[{"x":"{{text}}"}]""";
        if (expression.Contains("::timestamp", StringComparison.Ordinal))
            System.Text.Json.JsonSerializer.Serialize(new[] { new { x = await command.ExecuteScalarAsync() } }, Relaxed).Should().Be(expected);
        JsonRows.From(command).ToJsonString(Relaxed).Should().Be(expected);
    }

    /// <summary>The values with which docs/options.md introduces the option have no text there.</summary>
    [PostgresTheory]
    [InlineData("interval '1 month'")]
    [InlineData("1e40::numeric")]
    [InlineData("'NaN'::numeric")]
    [InlineData("array[1, null]")]
    [InlineData("date '4000-01-01 BC'")]
    public async Task From_valueThatDotNetCannotHold_isReplacedByNullAlsoWhereTextIsWanted(string expression)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var command = new NpgsqlCommand($"select {expression} as x, 2 as z", connection);

        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Text })
            .Should().Be("""[{"x":null,"z":2}]""");
        command.CommandText = $"select ({expression})::text as x, 2 as z";
        JsonRows.From(command).ToJsonString().Should().NotContain("null,");
    }

    /// <summary>Npgsql throws where it is asked for the type of such a column, and of its values.</summary>
    [PostgresTheory]
    [InlineData("'pg_class'::regclass")]
    [InlineData("array['16/B374D848'::pg_lsn]")]
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
        JsonRows.From(command).ToJsonString(new JsonRowOptions { ColumnConverter = column => column.Name == "x" ? _ => "read" : null })
            .Should().Be("""[{"a":1,"x":null},{"a":1,"x":"read"}]""");
    }
}
