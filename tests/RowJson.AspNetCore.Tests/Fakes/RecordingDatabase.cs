using System.Collections.Concurrent;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore.Tests;

/// <summary>A database of one column, which records what happens to its connection, its command and its reader.</summary>
/// <param name="rows">How many rows each query has.</param>
/// <param name="fails">The row after the last is an exception.</param>
internal sealed class RecordingDatabase(long rows, bool fails = false)
{
    private readonly ConcurrentQueue<string> _events = [];
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>In their order.</summary>
    public IEnumerable<string> Events => _events;

    /// <summary>Ends when the connection is disposed.</summary>
    public Task Released => _released.Task.WaitAsync(TimeSpan.FromSeconds(30));

    private (DbConnection Connection, DbCommand Command, DbDataReader Reader) Execute()
    {
        var connection = new Connection(this);
        var command = new Command(this);
        return (connection, command, command.ExecuteReader());
    }

    /// <summary>The rows as a result, which takes over what they are read from.</summary>
    public RowsHttpResult Result()
    {
        (DbConnection connection, DbCommand command, DbDataReader reader) = Execute();
        return Results.Extensions.Rows(reader).Disposing(reader, command, connection);
    }

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

    private void Record(string what)
    {
        _events.Enqueue(what);
        if (what == "connection disposed") _released.TrySetResult();
    }

    private sealed class Connection(RecordingDatabase database) : DbConnection
    {
        [AllowNull]
        public override string ConnectionString { get; set; } = "";

        public override string Database => "";

        public override string DataSource => "";

        public override string ServerVersion => "";

        public override ConnectionState State => ConnectionState.Open;

        public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

        public override void Close() => throw new NotSupportedException();

        public override void Open() => throw new NotSupportedException();

        protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();

        protected override DbCommand CreateDbCommand() => new Command(database);

        protected override void Dispose(bool disposing)
        {
            database.Record("connection disposed");
            base.Dispose(disposing);
        }
    }

    private sealed class Command(RecordingDatabase database) : DbCommand
    {
        [AllowNull]
        public override string CommandText { get; set; } = "";

        public override int CommandTimeout { get; set; }

        public override CommandType CommandType { get; set; }

        public override bool DesignTimeVisible { get; set; }

        public override UpdateRowSource UpdatedRowSource { get; set; }

        protected override DbConnection? DbConnection { get; set; }

        protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

        protected override DbTransaction? DbTransaction { get; set; }

        public override void Cancel() => database.Record("cancelled");

        public override int ExecuteNonQuery() => throw new NotSupportedException();

        public override object ExecuteScalar() => throw new NotSupportedException();

        public override void Prepare()
        {
        }

        protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

        protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior)
        {
            database.Record("executed");
            return new RecordingReader(database.Length, database.Fails, database.Record);
        }

        protected override void Dispose(bool disposing)
        {
            database.Record("command disposed");
            base.Dispose(disposing);
        }
    }

    private long Length => rows;

    private bool Fails => fails;
}

/// <summary>A row of a <see cref="RecordingDatabase"/>.</summary>
public sealed record RecordedRow(long Number);
