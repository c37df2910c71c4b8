using Microsoft.Data.Sqlite;

namespace RowJson.Sqlite.Tests;

/// <summary>Writes that do not end with the last row: with the package they end as they do without it, and free the connection.</summary>
public class SqliteEndingTests
{
    private const string Setup = "create table t(a integer, b text)";

    /// <summary>Endless, and it holds the table.</summary>
    private const string Endless =
        "with recursive n(i) as (select 1 union all select i + 1 from n) select i, 'text ' || i as text, (select count(*) from t) as c from n";

    public static TheoryData<bool, bool> Cases => new() { { false, false }, { false, true }, { true, false }, { true, true } };

    [Theory]
    [MemberData(nameof(Cases))]
    public Task WriteToAsync_cancelled_endsAndFreesTheConnection(bool ofReader, bool withPackage) => EndAsync(ofReader, withPackage, async write =>
    {
        using var cancellation = new CancellationTokenSource();
        var stream = new ActingStream(cancellation.Cancel);
        await write.Invoking(it => it(stream, cancellation.Token)).Should().ThrowAsync<OperationCanceledException>();
    });

    [Theory]
    [MemberData(nameof(Cases))]
    public Task WriteToAsync_sinkFails_endsAndFreesTheConnection(bool ofReader, bool withPackage) => EndAsync(ofReader, withPackage, async write =>
    {
        var stream = new ActingStream(() => throw new IOException("full"));
        JsonRowException failure = (await write.Invoking(it => it(stream, default)).Should().ThrowAsync<JsonRowException>()).Which;
        failure.Stage.Should().Be(JsonRowStage.Sink);
    });

    [Theory]
    [MemberData(nameof(Cases))]
    public Task WriteToAsync_queryIsInterrupted_isAFailureOfTheSource(bool ofReader, bool withPackage) => EndAsync(
        ofReader,
        withPackage,
        async (write, connection) =>
        {
            // What ends a query from another thread, as a time limit of the application's does.
            var stream = new ActingStream(() => SQLitePCL.raw.sqlite3_interrupt(connection.Handle));
            JsonRowException failure = (await write.Invoking(it => it(stream, default)).Should().ThrowAsync<JsonRowException>()).Which;
            failure.Stage.Should().Be(JsonRowStage.Source);
            failure.InnerException.Should().BeOfType<SqliteException>().Which.SqliteErrorCode.Should().Be(SQLitePCL.raw.SQLITE_INTERRUPT);
        });

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WriteToAsync_twoOnOneConnection_bothHaveTheirRows(bool withPackage)
    {
        using var database = new Database(Setup, "insert into t values (1, 'x'), (2, 'y'), (3, null)");
        JsonRowOptions options = Options(withPackage);
        await using SqliteDataReader first = database.Query("select * from t order by a");
        await using SqliteDataReader second = database.Query("select b from t order by a");

        (await JsonRows.From(second).ToJsonStringAsync(options)).Should().Be("""[{"b":"x"},{"b":"y"},{"b":null}]""");
        (await JsonRows.From(first).ToJsonStringAsync(options)).Should().Be("""[{"a":1,"b":"x"},{"a":2,"b":"y"},{"a":3,"b":null}]""");
    }

    private static JsonRowOptions Options(bool withPackage) =>
        new() { FlushThreshold = 1000, RowReaders = withPackage ? [SqliteRowReader.Instance] : [] };

    private static Task EndAsync(bool ofReader, bool withPackage, Func<Func<Stream, CancellationToken, Task>, Task> end) =>
        EndAsync(ofReader, withPackage, (write, _) => end(write));

    /// <summary>Has a query end early, and checks that nothing holds what it has read.</summary>
    private static async Task EndAsync(
        bool ofReader, bool withPackage, Func<Func<Stream, CancellationToken, Task>, SqliteConnection, Task> end)
    {
        using var database = new Database(Setup);
        await using SqliteCommand command = database.Command(Endless);
        JsonRowOptions options = Options(withPackage);
        await end(
            async (stream, token) =>
            {
                await using SqliteDataReader? reader = ofReader ? command.ExecuteReader() : null;
                await (reader is null ? JsonRows.From(command) : JsonRows.From(reader)).WriteToAsync(stream, options, cancellationToken: token);
            },
            database.Connection);

        database.Invoking(it => it.Execute("drop table t")).Should().NotThrow();
    }

    /// <summary>A stream that does something at its tenth write.</summary>
    private sealed class ActingStream(Action act) : MemoryStream
    {
        private int _writes;

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (++_writes == 10) act();
            return default;
        }
    }
}
