using System.Data.Common;
using DuckDB.NET.Data;
using RowJson.Tests;

namespace RowJson.Callers;

/// <summary>Writes that do not end with the last row free the connection, of DuckDB.</summary>
public sealed class DuckDbEndingTests
{
    private const string Rows = "select i as number, 'some text' as text from range(300000) t(i)";

    private static readonly JsonRowOptions Options = new() { FlushThreshold = 1000 };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task DuckDb_writeEndsEarly_freesTheConnection(bool isCancelled)
    {
        await using var connection = new DuckDBConnection("DataSource=:memory:");
        await connection.OpenAsync();
        await using DbCommand command = Command(connection, Rows);
        using var cancellation = new CancellationTokenSource();
        var sink = new ScriptedStream(new SinkScript { FailAt = isCancelled ? -1 : 10 }, isAsynchronous: true);
        Func<Task> write = () => JsonRows.From(command).WriteToAsync(
            sink, Options, new CancelAt(isCancelled ? cancellation : null), cancellation.Token);

        if (isCancelled) await write.Should().ThrowAsync<OperationCanceledException>();
        else (await write.Should().ThrowAsync<JsonRowException>()).Which.Stage.Should().Be(JsonRowStage.Sink);

        (await JsonRows.From(Command(connection, "select 'free' as it")).ToJsonStringAsync()).Should().Be("""[{"it":"free"}]""");
    }

    [Fact]
    public async Task DuckDb_twoOnOneConnection_bothHaveTheirRows()
    {
        await using var connection = new DuckDBConnection("DataSource=:memory:");
        await connection.OpenAsync();
        await using DbDataReader first = await Command(connection, Rows).ExecuteReaderAsync();

        (await JsonRows.From(Command(connection, "select 1 as a")).ToJsonStringAsync()).Should().Be("""[{"a":1}]""");

        (await JsonRows.From(first).WriteToAsync(Stream.Null)).Rows.Should().Be(300_000);
    }

    private static DbCommand Command(DuckDBConnection connection, string sql)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = sql;
        return command;
    }

    private sealed class CancelAt(CancellationTokenSource? cancellation) : IProgress<JsonRowProgress>
    {
        public void Report(JsonRowProgress value)
        {
            if (value.Rows >= 1000) cancellation?.Cancel();
        }
    }
}
