using System.Collections.Concurrent;
using System.Data;
using System.Data.Common;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>A database of one column, which records what happens to its connection, its command and its reader.</summary>
/// <param name="rows">How many rows each query has.</param>
/// <param name="fails">The row after the last is an exception.</param>
/// <param name="isRefused">Executing the command is an exception.</param>
/// <param name="cancelFailure">What cancelling the command throws.</param>
internal sealed class RecordingDatabase(long rows, bool fails = false, bool isRefused = false, Exception? cancelFailure = null)
{
    private readonly ConcurrentQueue<string> _events = [];
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>In their order.</summary>
    public IEnumerable<string> Events => _events;

    /// <summary>Ends when so much has happened.</summary>
    public void WaitFor(int events) =>
        SpinWait.SpinUntil(() => _events.Count >= events, TimeSpan.FromSeconds(30)).Should().BeTrue();

    /// <summary>Ends when the connection is disposed.</summary>
    public Task Released => _released.Task.WaitAsync(TimeSpan.FromSeconds(30));

    private (DbConnection Connection, DbCommand Command, DbDataReader Reader) Execute()
    {
        var connection = new RecordingConnection(Record);
        DbCommand command = Command();
        return (connection, command, command.ExecuteReader());
    }

    /// <summary>The rows as a result, which takes over what they are read from.</summary>
    public RowsHttpResult Result()
    {
        (DbConnection connection, DbCommand command, DbDataReader reader) = Execute();
        return Results.Extensions.Rows(reader).Disposing(reader, command, connection);
    }

    /// <summary>The rows of a command that the result executes, over a connection that was not open, or that it takes over.</summary>
    public RowsHttpResult CommandResult(bool isOpen)
    {
        DbCommand command = Command();
        command.Connection = new RecordingConnection(Record, isOpen);
        return Results.Extensions.Rows(command, behavior: isOpen ? CommandBehavior.CloseConnection : CommandBehavior.Default);
    }

    /// <summary>The rows of a command that shows no connection, as those of a <see cref="DbDataSource"/>.</summary>
    public RowsHttpResult DataSourceResult() =>
        Results.Extensions.Rows(Command(hidesConnection: true), behavior: CommandBehavior.CloseConnection);

    /// <summary>The rows as a sequence, which opens and releases what they are read from.</summary>
    public IEnumerable<RecordedRow> Rows()
    {
        (DbConnection connection, DbCommand command, DbDataReader reader) = Execute();
        using DbConnection ownedConnection = connection;
        using DbCommand ownedCommand = command;
        using DbDataReader ownedReader = reader;
        while (reader.Read()) yield return new RecordedRow(reader.GetInt64(0));
    }

    /// <inheritdoc cref="Rows"/>
    public async IAsyncEnumerable<RecordedRow> RowsAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        (DbConnection connection, DbCommand command, DbDataReader reader) = Execute();
        await using DbConnection ownedConnection = connection;
        await using DbCommand ownedCommand = command;
        await using DbDataReader ownedReader = reader;
        while (await reader.ReadAsync(cancellationToken)) yield return new RecordedRow(reader.GetInt64(0));
    }

    private RecordingCommand Command(bool hidesConnection = false) => new(
        Record, () => isRefused ? throw new TimeoutException("The database is busy.") : new RecordingReader(rows, fails, Record))
    {
        HidesConnection = hidesConnection,
        CancelFailure = cancelFailure,
    };

    private void Record(string what)
    {
        _events.Enqueue(what);
        if (what == "connection disposed") _released.TrySetResult();
    }
}

/// <summary>A row of a <see cref="RecordingDatabase"/>.</summary>
public sealed record RecordedRow(long Number);
