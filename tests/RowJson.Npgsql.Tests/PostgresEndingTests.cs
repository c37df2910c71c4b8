using System.Data;
using System.Text;
using Npgsql;

namespace RowJson.Npgsql.Tests;

/// <summary>Writes that do not end with the last row: with the package they end as they do without it, and free the connection.</summary>
[Collection(PostgresTestGroup.Name)]
public class PostgresEndingTests(PostgresFixture server)
{
    /// <summary>The rows after the first thousand take a minute.</summary>
    private const string Stalling =
        "select n, 'name ' || n as name, pg_sleep(case when n = 1000 then 60 end) is null as s from generate_series(1, 2000) n";

    private const string Long = "select n, repeat('é', 500) as text, jsonb_build_object('n', n) as doc from generate_series(1, 200000) n";

    public enum Connecting
    {
        Connection,
        SequentialReader,
        DataSource,
    }

    public static TheoryData<Connecting, bool> Cases
    {
        get
        {
            var cases = new TheoryData<Connecting, bool>();
            foreach (Connecting connecting in Enum.GetValues<Connecting>())
                foreach (bool withPackage in new[] { false, true }) cases.Add(connecting, withPackage);
            return cases;
        }
    }

    /// <summary>Not with sequential access: a cell of which a part has come is waited for, and that nothing cancels.</summary>
    [PostgresTheory]
    [InlineData(Connecting.Connection, false)]
    [InlineData(Connecting.Connection, true)]
    [InlineData(Connecting.DataSource, false)]
    [InlineData(Connecting.DataSource, true)]
    public Task WriteToAsync_cancelled_endsAndFreesTheConnection(Connecting connecting, bool withPackage) =>
        EndAsync(connecting, withPackage, Stalling, settings: "", async (write, _) =>
        {
            using var cancellation = new CancellationTokenSource(300);
            await write.Invoking(it => it(Stream.Null, cancellation.Token)).Should().ThrowAsync<OperationCanceledException>();
        });

    [PostgresTheory]
    [MemberData(nameof(Cases))]
    [Trait("Speed", "Slow")]
    public Task WriteToAsync_commandTimesOut_isAFailureOfTheSource(Connecting connecting, bool withPackage) =>
        EndAsync(connecting, withPackage, Stalling, "Command Timeout=1", async (write, _) =>
        {
            JsonRowException failure = (await write.Invoking(it => it(Stream.Null, default)).Should().ThrowAsync<JsonRowException>()).Which;
            failure.Stage.Should().Be(JsonRowStage.Source);
            failure.InnerException.Should().BeAssignableTo<NpgsqlException>().Which.InnerException.Should().BeOfType<TimeoutException>();
        });

    /// <summary>What has been written are complete rows.</summary>
    [PostgresTheory]
    [MemberData(nameof(Cases))]
    public Task WriteToAsync_serverEndsTheConnection_isAFailureOfTheSource(Connecting connecting, bool withPackage) =>
        EndAsync(connecting, withPackage, Stalling, settings: "", async (write, application) =>
        {
            using var stream = new MemoryStream();
            // On another thread: with sequential access, the rest of a cell is waited for there.
            Task writing = Task.Run(() => write(stream, default));
            await using (NpgsqlConnection other = await server.OpenAsync())
            {
                await UntilQueryRunsAsync(other, application, writing);
                await using var end = new NpgsqlCommand(
                    $"select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{application}'", other);
                await end.ExecuteNonQueryAsync();
            }

            JsonRowException failure = (await writing.Awaiting(it => it).Should().ThrowAsync<JsonRowException>()).Which;

            failure.Stage.Should().Be(JsonRowStage.Source);
            failure.InnerException.Should().BeAssignableTo<NpgsqlException>();
            string json = Encoding.UTF8.GetString(stream.ToArray());
            if (json.Length > 0) json.Should().EndWith("}").And.NotContain("]");
        });

    [PostgresTheory]
    [MemberData(nameof(Cases))]
    public Task WriteToAsync_sinkFails_endsAndFreesTheConnection(Connecting connecting, bool withPackage) =>
        EndAsync(connecting, withPackage, Long, settings: "", async (write, _) =>
        {
            using var stream = new MemoryStream(new byte[100_000]);
            JsonRowException failure = (await write.Invoking(it => it(stream, default)).Should().ThrowAsync<JsonRowException>()).Which;
            failure.Stage.Should().Be(JsonRowStage.Sink);
        });

    [PostgresTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_twoOnOneConnection_failsTheSecondOnly(bool withPackage)
    {
        await using NpgsqlConnection connection = await server.OpenAsync();
        await using var first = new NpgsqlCommand(Long, connection);
        await using var second = new NpgsqlCommand("select 'a' as a", connection);
        await using NpgsqlDataReader reader = await first.ExecuteReaderAsync();

        Func<Task> write = async () => await JsonRows.From(second).WriteToAsync(Stream.Null, Options(withPackage));
        JsonRowException failure = (await write.Should().ThrowAsync<JsonRowException>()).Which;

        failure.InnerException.Should().BeOfType<NpgsqlOperationInProgressException>();
        (await JsonRows.From(reader).WriteToAsync(Stream.Null, Options(withPackage))).Rows.Should().Be(200_000);
    }

    private static async Task UntilQueryRunsAsync(NpgsqlConnection other, string application, Task writing)
    {
        await using var running = new NpgsqlCommand(
            $"select count(*) from pg_stat_activity where application_name = '{application}' and state = 'active' and query like '%pg_sleep%'",
            other);
        while ((long)(await running.ExecuteScalarAsync())! == 0)
        {
            if (writing.IsCompleted)
            {
                await writing;
                throw new InvalidOperationException("The query has ended before it was ended by the server.");
            }
            await Task.Delay(20);
        }
        // It sleeps after its first rows.
        await Task.Delay(300);
    }

    private static JsonRowOptions Options(bool withPackage) => new() { RowReaders = withPackage ? [NpgsqlRowReader.Instance] : [] };

    /// <summary>Has a query end early, and checks that a pool of one connection gives it again.</summary>
    private async Task EndAsync(
        Connecting connecting, bool withPackage, string sql, string settings, Func<Func<Stream, CancellationToken, Task>, string, Task> end)
    {
        string application = $"ending-{Guid.NewGuid():N}";
        await using NpgsqlDataSource source = server.CreateSource($"Maximum Pool Size=1;Timeout=20;Application Name={application};{settings}");
        JsonRowOptions options = Options(withPackage);
        if (connecting == Connecting.DataSource)
        {
            await using NpgsqlCommand command = source.CreateCommand(sql);
            await end(async (stream, token) => await JsonRows.From(command).WriteToAsync(stream, options, cancellationToken: token), application);
        }
        else
        {
            await using NpgsqlConnection connection = await source.OpenConnectionAsync();
            await using var command = new NpgsqlCommand(sql, connection);
            await end((stream, token) => WriteAsync(command, connecting, stream, options, token), application);
        }
        await using NpgsqlCommand next = source.CreateCommand("select 'free' as it");
        next.CommandTimeout = 20;
        JsonRows.From(next).ToJsonString(options).Should().Be("""[{"it":"free"}]""");
    }

    private static async Task WriteAsync(
        NpgsqlCommand command, Connecting connecting, Stream stream, JsonRowOptions options, CancellationToken token)
    {
        if (connecting == Connecting.Connection)
        {
            await JsonRows.From(command).WriteToAsync(stream, options, cancellationToken: token);
            return;
        }
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync(CommandBehavior.SequentialAccess, token);
        try
        {
            await JsonRows.From(reader).WriteToAsync(stream, options, cancellationToken: token);
        }
        finally
        {
            command.Cancel();
        }
    }
}
