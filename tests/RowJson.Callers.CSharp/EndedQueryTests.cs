using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using System.IO.Pipelines;
using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>How a write ends before the rows of its query do.</summary>
public enum Ending
{
    CancelledWhileReading,
    CancelledBetweenBatches,
    CancelledWithInterval,
    SinkFails,
    SinkFailsSynchronously,
    ReaderLeaves,
}

/// <summary>
/// A write that ends early ends the query in the server, too. The queries are endless: to read the rest of their rows would take hours.
/// </summary>
[Collection(MariaDbTestGroup.Name)]
[Trait("Speed", "Slow")]
public sealed class EndedQueryTests(PostgresFixture postgres, MariaDbFixture mariaDb) : IClassFixture<PostgresFixture>
{
    private const string PostgresRows = "select generate_series(1, 1000000000000) as number, 'some text' as text";
    private const string PostgresSleep = "select pg_sleep(10000)";
    private const string PostgresActive = "select count(*) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like ";

    private const string MariaDbRows = "select seq as number, 'some text' as text from seq_1_to_1000000000000";
    private const string MariaDbSleep = "select sleep(10000)";
    private const string MariaDbActive = "select count(*) from information_schema.processlist where id <> connection_id() and info like ";

    /// <summary>Longer than a server needs to confirm a cancellation on a busy machine.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(90);

    public static TheoryData<bool, Ending> Cases()
    {
        var cases = new TheoryData<bool, Ending>();
        foreach (Ending ending in Enum.GetValues<Ending>())
        {
            cases.Add(false, ending);
            cases.Add(true, ending);
        }
        return cases;
    }

    [PostgresTheory]
    [MemberData(nameof(Cases))]
    public async Task Npgsql_writeEndsEarly_endsTheQuery(bool ofSource, Ending ending)
    {
        await using DbDataSource source = postgres.CreateSource("Command Timeout=0");

        await EndAsync(source, ofSource, ending == Ending.CancelledWhileReading ? PostgresSleep : PostgresRows, PostgresActive, ending);
    }

    [MariaDbTheory]
    [MemberData(nameof(Cases))]
    public async Task MySqlConnector_writeEndsEarly_endsTheQuery(bool ofSource, Ending ending)
    {
        await using DbDataSource source = mariaDb.CreateSource("Default Command Timeout=0");

        await EndAsync(source, ofSource, ending == Ending.CancelledWhileReading ? MariaDbSleep : MariaDbRows, MariaDbActive, ending);
    }

    private static async Task EndAsync(DbDataSource source, bool ofSource, string query, string active, Ending ending)
    {
        string mark = Guid.NewGuid().ToString("N");
        await using DbConnection? connection = ofSource ? null : await source.OpenConnectionAsync();
        await using DbCommand command = connection?.CreateCommand() ?? source.CreateCommand();
        command.CommandText = $"{query} /* {mark} */";

        await WriteAsync(JsonRows.From(command), ending).WaitAsync(Longest);

        await using DbCommand count = source.CreateCommand($"{active}'%{mark}%'");
        for (var watch = Stopwatch.StartNew(); Convert.ToInt64(await count.ExecuteScalarAsync(), CultureInfo.InvariantCulture) > 0;)
        {
            watch.Elapsed.Should().BeLessThan(Longest, "the query should have ended");
            await Task.Delay(20);
        }
    }

    private static async Task WriteAsync(JsonRows rows, Ending ending)
    {
        var options = new JsonRowOptions { FlushThreshold = 1000 };
        using var cancellation = new CancellationTokenSource();
        Func<Task> write = () => rows.WriteToAsync(Stream.Null, options, cancellationToken: cancellation.Token);
        switch (ending)
        {
            case Ending.CancelledWhileReading:
                cancellation.CancelAfter(500);
                await write.Should().ThrowAsync<OperationCanceledException>();
                break;
            case Ending.CancelledBetweenBatches:
                await rows.Awaiting(it => it.WriteToAsync(Stream.Null, options, new CancelAt(cancellation), cancellation.Token))
                    .Should().ThrowAsync<OperationCanceledException>();
                break;
            case Ending.CancelledWithInterval:
                options = new JsonRowOptions(options) { FlushInterval = TimeSpan.FromSeconds(1) };
                goto case Ending.CancelledBetweenBatches;
            case Ending.SinkFails:
                await rows.Awaiting(it => it.WriteToAsync(FullStream(), options)).Should().ThrowAsync<JsonRowException>();
                break;
            case Ending.SinkFailsSynchronously:
                await Task.Run(() => rows.Invoking(it => it.WriteTo(FullStream(), options)).Should().Throw<JsonRowException>());
                break;
            case Ending.ReaderLeaves:
                var pipe = new Pipe();
                await pipe.Reader.CompleteAsync();
                (await rows.WriteToAsync(pipe.Writer, options)).IsComplete.Should().BeFalse();
                break;
        }
    }

    private static ScriptedStream FullStream() => new(new SinkScript { FailAt = 10 }, isAsynchronous: false);

    private sealed class CancelAt(CancellationTokenSource cancellation) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            if (value.Rows >= 1000) cancellation.Cancel();
        }
    }
}
