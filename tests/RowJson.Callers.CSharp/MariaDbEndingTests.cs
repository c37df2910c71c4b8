using System.Data.Common;
using System.Globalization;
using MySqlConnector;

namespace RowJson.Callers;

/// <summary>Writes that do not end with the last row free the connection, of MariaDB.</summary>
[Collection(MariaDbTestGroup.Name)]
public sealed class MariaDbEndingTests(MariaDbFixture mariaDb)
{
    private const string Rows = "select seq as number, 'some text' as text from seq_1_to_1000000";

    [MariaDbFact]
    public async Task MySqlConnector_commandTimesOut_isAFailureOfTheSource()
    {
        await using MySqlDataSource source = mariaDb.CreateSource("Default Command Timeout=1");

        JsonRowException failure = await FailureAsync(source, JsonRows.From(source.CreateCommand("select sleep(60)")), _ => Task.CompletedTask);

        failure.InnerException.Should().BeOfType<MySqlException>().Which.ErrorCode.Should().Be(MySqlErrorCode.CommandTimeoutExpired);
    }

    [MariaDbTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task MySqlConnector_serverEndsTheConnection_isAFailureOfTheSource(bool ofSource)
    {
        await using MySqlDataSource source = mariaDb.CreateSource("Default Command Timeout=60");
        await using MySqlConnection? connection = ofSource ? null : await source.OpenConnectionAsync();
        string mark = Guid.NewGuid().ToString("N");
        await using DbCommand command = connection is null ? source.CreateCommand() : connection.CreateCommand();
        command.CommandText = $"select sleep(60) /* {mark} */";

        JsonRowException failure = await FailureAsync(source, JsonRows.From(command), async other =>
        {
            object? id;
            using DbCommand find = Command(
                other, $"select max(id) from information_schema.processlist where id <> connection_id() and info like '%{mark}%'");
            while ((id = await find.ExecuteScalarAsync()) is null or DBNull) await Task.Delay(20);
            await Command(other, string.Create(CultureInfo.InvariantCulture, $"kill connection {id}")).ExecuteNonQueryAsync();
        });

        failure.InnerException.Should().BeOfType<MySqlException>();
    }

    [MariaDbFact]
    public async Task MySqlConnector_twoOnOneConnection_failsTheSecondOnly()
    {
        await using MySqlDataSource source = mariaDb.CreateSource("Default Command Timeout=60");
        await using MySqlConnection connection = await source.OpenConnectionAsync();
        await using DbDataReader reader = await Command(connection, Rows).ExecuteReaderAsync();

        JsonRowException failure = (await JsonRows.From(Command(connection, "select 1 as a"))
            .Awaiting(rows => rows.WriteToAsync(Stream.Null)).Should().ThrowAsync<JsonRowException>()).Which;

        failure.Stage.Should().Be(JsonRowStage.Source);
        failure.Message.Should().Contain("already in use");
        (await JsonRows.From(reader).WriteToAsync(Stream.Null)).Rows.Should().Be(1_000_000);
    }

    /// <summary>How a write fails while something is done on another connection; the source then gives a connection that works.</summary>
    private static async Task<JsonRowException> FailureAsync(MySqlDataSource source, JsonRows rows, Func<MySqlConnection, Task> act)
    {
        Task writing = Task.Run(() => rows.WriteToAsync(Stream.Null));
        await using (MySqlConnection other = await source.OpenConnectionAsync()) await act(other);

        JsonRowException failure = (await writing.Awaiting(it => it).Should().ThrowAsync<JsonRowException>()).Which;

        failure.Stage.Should().Be(JsonRowStage.Source);
        (await JsonRows.From(source.CreateCommand("select 'free' as it")).ToJsonStringAsync()).Should().Be("""[{"it":"free"}]""");
        return failure;
    }

    private static DbCommand Command(DbConnection connection, string sql)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        return command;
    }
}
