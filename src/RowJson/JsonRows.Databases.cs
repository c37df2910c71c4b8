namespace RowJson;

/// <content>Rows from databases.</content>
public sealed partial class JsonRows
{
    /// <summary>
    /// The rows of a query: each write executes the command, writes the rows of its first result, and disposes of the reader. A write that
    /// ends early cancels the command.
    /// </summary>
    /// <remarks>
    /// <para>
    /// A connection that is closed is opened, and closed after the rows. With <see cref="CommandBehavior.CloseConnection"/> an open
    /// connection is closed as well, however the write ends. The command of a <see cref="DbDataSource"/> has its own connection, and
    /// returns it.
    /// </para>
    /// <para>
    /// Synchronous writes add <see cref="CommandBehavior.SequentialAccess"/>. Asynchronous writes do not, because most providers then have
    /// each row in memory, so that reading a cell does not block. Pass it for rows that are too large for that.
    /// </para>
    /// </remarks>
    /// <param name="command">The command, which is not disposed of. A query that fails is a failure of the source.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="command"/> is null.</exception>
    /// <example><c>await JsonRows.From(command).WriteToAsync(stream, options, cancellationToken: token);</c></example>
    public static JsonRows From(DbCommand command) => From(command, CommandBehavior.Default);

    /// <inheritdoc cref="From(DbCommand)"/>
    /// <param name="command">The command, which is not disposed of. A query that fails is a failure of the source.</param>
    /// <param name="behavior">The behavior with which the command is executed.</param>
    public static JsonRows From(DbCommand command, CommandBehavior behavior)
    {
        // No default value: with one, F# would prefer the overload for any object, which refuses the command.
        ArgumentNullException.ThrowIfNull(command);
        return new JsonRows(new CommandRows(command, behavior));
    }

    /// <summary>The unread rows of a reader's current result.</summary>
    /// <remarks>
    /// Cells are read by typed getters, each once and in order, so that readers with sequential access work. <see cref="DBNull"/> is
    /// written as <c>null</c>, and columns of the database types <c>json</c> and <c>jsonb</c> as the JSON they hold
    /// (<see cref="JsonRowOptions.JsonColumnsAsText"/>).
    /// </remarks>
    /// <param name="reader">The reader; it stays open, at the end of the result. Its rows can be written once.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is null.</exception>
    public static JsonRows From(DbDataReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return new JsonRows(new DataReaderRows(reader));
    }

    /// <summary>
    /// The unread rows of a reader's current result; cells of a reader that is not a <see cref="DbDataReader"/> are read by
    /// <see cref="IDataRecord.GetValue"/>.
    /// </summary>
    /// <inheritdoc cref="From(DbDataReader)"/>
    public static JsonRows From(IDataReader reader)
    {
        ArgumentNullException.ThrowIfNull(reader);
        return new JsonRows(new DataReaderRows(reader));
    }

    /// <summary>
    /// Rows of a table, or of several, each with the columns of its own table. Rows that are deleted or removed are left out;
    /// <see cref="DBNull"/> is written as <c>null</c>.
    /// </summary>
    /// <param name="rows">The rows, such as those of <see cref="DataTable.Select()"/>; one that is null is written as <c>null</c>.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="rows"/> is null.</exception>
    public static JsonRows From(IEnumerable<DataRow> rows) => From<DataRow>(rows);

    /// <inheritdoc cref="From(DataTable)"/>
    /// <typeparam name="TRow">The type of the table's rows.</typeparam>
    public static JsonRows From<TRow>(TypedTableBase<TRow> table)
        where TRow : DataRow => From((DataTable)table);

    /// <summary>The rows of a table, without those that are deleted; <see cref="DBNull"/> is written as <c>null</c>.</summary>
    /// <param name="table">The table; it must not be changed while a write is under way.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="table"/> is null.</exception>
    public static JsonRows From(DataTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        return new JsonRows(new DataTableRows(table, table.Rows));
    }

    /// <summary>
    /// The rows of a view: filtered, sorted, and in the version that its filter selects. <see cref="DBNull"/> is written as <c>null</c>.
    /// </summary>
    /// <param name="view">The view; its table must not be changed while a write is under way.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="view"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="view"/> has no table.</exception>
    public static JsonRows From(DataView view)
    {
        ArgumentNullException.ThrowIfNull(view);
        return new JsonRows(DataTableRows.Of(view));
    }
}
