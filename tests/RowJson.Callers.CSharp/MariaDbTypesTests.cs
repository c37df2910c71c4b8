using System.Data.Common;
using MySqlConnector;

namespace RowJson.Callers;

/// <summary>Types of MariaDB's through MySqlConnector, as docs/types.md has them.</summary>
[Collection(MariaDbTestGroup.Name)]
[Trait("Speed", "Slow")]
public sealed class MariaDbTypesTests(MariaDbFixture server)
{
    public static TheoryData<string, string> Types => new()
    {
        { "cast(1 as int)", "1" },
        { "18446744073709551615", "18446744073709551615" },
        { "1.10", "1.10" },
        { "0.1e0", "0.1" },
        { "'é'", "\"\\u00E9\"" },
        { "x'01ff'", "\"Af8=\"" },
        { "b'101'", "\"BQ==\"" },
        { "date '2024-02-29'", "\"2024-02-29T00:00:00\"" },
        { "timestamp '2024-02-29 12:30:01'", "\"2024-02-29T12:30:01\"" },
        { "time '12:30:01'", "\"12:30:01\"" },
        { "cast('192.168.0.1' as inet4)", "\"192.168.0.1\"" },
        { "cast(null as char)", "null" },
    };

    [MariaDbTheory]
    [MemberData(nameof(Types))]
    public void From_type_isWritten(string expression, string json)
    {
        using DbCommand command = server.Source.CreateCommand();
        command.CommandText = $"select 1 as a, {expression} as x";

        JsonRows.From(command).ToJsonString().Should().Be($$"""[{"a":1,"x":{{json}}}]""");
    }

    /// <summary>MariaDB's JSON is another name of LONGTEXT.</summary>
    [MariaDbFact]
    public void From_json_isAStringUnlessTheOptionsNameIt()
    {
        using MySqlConnection connection = server.Source.OpenConnection();
        using MySqlCommand command = connection.CreateCommand();
        command.CommandText = """create or replace table events (payload json); insert into events values ('{"a" : [1]}'), (null)""";
        command.ExecuteNonQuery();
        command.CommandText = "select payload from events";

        JsonRows.From(command).ToJsonString().Should().Be("""[{"payload":"{\u0022a\u0022 : [1]}"},{"payload":null}]""");
        JsonRows.From(command).ToJsonString(new JsonRowOptions { IsJsonColumn = _ => true })
            .Should().Be("""[{"payload":{"a":[1]}},{"payload":null}]""");
    }

    [MariaDbTheory]
    [InlineData("", null)]
    [InlineData("Allow Zero DateTime=true", null)]
    [InlineData("Convert Zero DateTime=true", "\"0001-01-01T00:00:00\"")]
    public void From_dateWithZeroParts_isAFailureOfItsCellUnlessTheProviderConvertsIt(string settings, string? json)
    {
        using MySqlDataSource source = server.CreateSource(settings);
        using MySqlConnection connection = source.OpenConnection();
        using MySqlCommand command = connection.CreateCommand();
        command.CommandText = """
            set sql_mode = '';
            create or replace table days (id int, day datetime);
            insert into days values (1, '2024-02-29 12:30:01'), (2, '0000-00-00 00:00:00')
            """;
        command.ExecuteNonQuery();
        command.CommandText = "select id, day from days order by id";
        string written = $$"""[{"id":1,"day":"2024-02-29T12:30:01"},{"id":2,"day":{{json ?? "null"}}}]""";

        if (json is null)
        {
            JsonRowException failure = JsonRows.From(command).Invoking(it => it.ToJsonString()).Should().Throw<JsonRowException>().Which;
            (failure.RowIndex, failure.ColumnName).Should().Be((1L, "day"));
        }
        else JsonRows.From(command).ToJsonString().Should().Be(written);
        JsonRows.From(command).ToJsonString(new JsonRowOptions { UnwritableHandling = JsonUnwritableHandling.Null }).Should().Be(written);
    }
}
