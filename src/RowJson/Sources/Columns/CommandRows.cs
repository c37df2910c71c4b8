namespace RowJson;

// The rows of a command's first result. Each pass executes the command, and releases its reader when the rows end.
internal sealed class CommandRows(DbCommand command, CommandBehavior behavior) : RowSource
{
    public override IRowPass Open() => new ReaderPass(rows: null, new CommandExecution(command, behavior));

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) =>
        new AsyncReaderPass(rows: null, new CommandExecution(command, behavior), policy);
}

// One execution of a command: its reader, and its connection if that was closed before or is to be closed after. A command that has rows
// left is cancelled first, since some providers read them all when their reader closes.
internal sealed class CommandExecution(DbCommand command, CommandBehavior behavior)
{
    private DbConnection? _connection = behavior.HasFlag(CommandBehavior.CloseConnection) ? ConnectionOf(command) : null;
    private DbDataReader? _reader;

    // Executes the command. Its rows may be read as they arrive: reading a cell may block, as this call does.
    // isSequential: cells are read once, and in order.
    public DbDataReader Open(bool isSequential)
    {
        TakeClosedConnection()?.Open();
        return _reader = command.ExecuteReader(isSequential ? behavior | CommandBehavior.SequentialAccess : behavior);
    }

    // Executes the command. Without sequential access, a row is in memory when DbDataReader.ReadAsync() ends: reading a cell cannot block.
    public async ValueTask<DbDataReader> OpenAsync(CancellationToken cancellationToken)
    {
        if (TakeClosedConnection() is { } closed) await closed.OpenAsync(cancellationToken).ConfigureAwait(false);
        return _reader = await command.ExecuteReaderAsync(behavior, cancellationToken).ConfigureAwait(false);
    }

    // All rows have been read: a failure of the database at this point is still one of the rows.
    public void End()
    {
        (DbDataReader? reader, _reader) = (_reader, null);
        reader?.Dispose();
        (DbConnection? connection, _connection) = (_connection, null);
        connection?.Close();
    }

    public async ValueTask EndAsync()
    {
        (DbDataReader? reader, _reader) = (_reader, null);
        if (reader is not null) await reader.DisposeAsync().ConfigureAwait(false);
        (DbConnection? connection, _connection) = (_connection, null);
        if (connection is not null) await connection.CloseAsync().ConfigureAwait(false);
    }

    // Releases what End has not released: the write has ended early, and a failure here adds nothing.
    public void Abandon()
    {
        // On the thread pool: a caller's synchronization context may be waiting here.
        if (_reader is { } reader && !Quietly.Run(command.Cancel)) Quietly.Run(() => Task.Run(() => CancelRowsAsync(reader)).Wait());
        // If the reader fails, the connection is still open. Nothing is tried twice.
        if (!Quietly.Run(End)) Quietly.Run(End);
    }

    public async ValueTask AbandonAsync()
    {
        if (_reader is { } reader && !Quietly.Run(command.Cancel))
            await Quietly.RunAsync(() => new ValueTask(CancelRowsAsync(reader))).ConfigureAwait(false);
        if (await Quietly.RunAsync(EndAsync).ConfigureAwait(false) is not null) await Quietly.RunAsync(EndAsync).ConfigureAwait(false);
    }

    // Cancels a query whose command cannot be cancelled, such as one of Npgsql's data source. When its reader is asked for more with a
    // cancelled token, the server ends the query. So does MySqlConnector's reader; other readers do nothing.
    // Throws OperationCanceledException: the query has ended.
    public static async Task CancelRowsAsync(DbDataReader reader) =>
        await reader.NextResultAsync(new CancellationToken(canceled: true)).ConfigureAwait(false);

    // A connection that has to be opened: it is closed in the end, like one that was to be closed anyway.
    private DbConnection? TakeClosedConnection() =>
        ConnectionOf(command) is { State: ConnectionState.Closed } closed ? _connection = closed : null;

    // A command of a DbDataSource opens and closes a connection of its own, and refuses to show it.
    public static DbConnection? ConnectionOf(DbCommand command) => Quietly.Ask(command, static it => it.Connection, otherwise: null);
}
