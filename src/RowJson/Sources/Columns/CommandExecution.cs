using System.Data;
using System.Data.Common;

namespace RowJson;

/// <summary>
/// One execution of a command: its reader, and its connection if that was closed before or is to be closed after. A command that has rows
/// left is cancelled first, since some providers read them all when their reader closes.
/// </summary>
internal sealed class CommandExecution(DbCommand command, CommandBehavior behavior)
{
    private DbConnection? _connection;
    private DbDataReader? _reader;

    /// <summary>
    /// Executes the command. Its rows may be read as they arrive: to read a cell may block, as this call does.
    /// </summary>
    /// <param name="isSequential">Cells are read once, and in order.</param>
    public DbDataReader Open(bool isSequential)
    {
        if (FindConnection()) _connection!.Open();
        return _reader = command.ExecuteReader(isSequential ? behavior | CommandBehavior.SequentialAccess : behavior);
    }

    /// <summary>
    /// Executes the command. Without sequential access, rows are in memory when <see cref="DbDataReader.ReadAsync()"/> ends: to read a cell
    /// does not block.
    /// </summary>
    public async ValueTask<DbDataReader> OpenAsync(CancellationToken cancellationToken)
    {
        if (FindConnection())
            await AsyncReaderPass.AwaitAsync(_connection!.OpenAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        Task<DbDataReader> reader = command.ExecuteReaderAsync(behavior, cancellationToken);
        await AsyncReaderPass.AwaitAsync(reader, cancellationToken).ConfigureAwait(false);
        return _reader = await reader.ConfigureAwait(false);
    }

    /// <summary>All rows have been read: a failure of the database that comes now still is one of the rows.</summary>
    public void End()
    {
        _reader?.Dispose();
        _reader = null;
        _connection?.Close();
        _connection = null;
    }

    /// <inheritdoc cref="End"/>
    public async ValueTask EndAsync()
    {
        if (_reader is not null) await _reader.DisposeAsync().ConfigureAwait(false);
        _reader = null;
        if (_connection is not null) await _connection.CloseAsync().ConfigureAwait(false);
        _connection = null;
    }

    /// <summary>Releases what <see cref="End"/> has not: the write has ended early, and a failure here has nothing to add.</summary>
    public void Abandon()
    {
        Cancel();
        Quietly(static reader => reader?.Dispose(), _reader);
        Quietly(static connection => connection?.Close(), _connection);
    }

    /// <inheritdoc cref="Abandon"/>
    public async ValueTask AbandonAsync()
    {
        Cancel();
        if (_reader is not null) await _reader.DisposeAsync().AsTask().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_connection is not null) await _connection.CloseAsync().ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private void Cancel()
    {
        if (_reader is not null) Quietly(static it => it.Cancel(), command);
    }

    /// <summary>Finds the connection that is closed in the end; true if it has to be opened.</summary>
    private bool FindConnection()
    {
        DbConnection? connection = ConnectionOf(command);
        bool isClosed = connection?.State == ConnectionState.Closed;
        if (isClosed || behavior.HasFlag(CommandBehavior.CloseConnection)) _connection = connection;
        return isClosed;
    }

    /// <summary>A command of a <see cref="DbDataSource"/> opens and closes a connection of its own, and does not show it.</summary>
    public static DbConnection? ConnectionOf(DbCommand command)
    {
        try
        {
            return command.Connection;
        }
        catch (NotSupportedException)
        {
            return null;
        }
    }

    private static void Quietly<T>(Action<T> action, T target)
    {
        try
        {
            action(target);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
