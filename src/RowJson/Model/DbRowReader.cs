namespace RowJson;

/// <summary>Reads the rows of one provider's readers faster than their getters do.</summary>
/// <remarks>
/// <para>
/// It is set in <see cref="JsonRowOptions.RowReaders"/>, and serves <see cref="JsonRows.From(DbDataReader)"/> and
/// <see cref="JsonRowWriter.WriteRow(DbDataReader)"/>. Names, omitted nulls, escapes and frame are RowJson's: only the values come from
/// here, and they must be those that the reader's own getters return.
/// </para>
/// <para>
/// It is not used if options affect such values: a converter for <see cref="string"/>, <see cref="long"/>, <see cref="double"/> or
/// <c>byte[]</c>, numbers as strings, an <see cref="JsonRowOptions.UnwritableHandling"/>; nor for columns whose type has a converter.
/// </para>
/// <para>
/// Readers that wrap another one are unwrapped: Dapper's, and those that implement <see cref="IServiceProvider"/> and return the wrapped
/// reader for <see cref="DbDataReader"/>.
/// </para>
/// <para>An instance may be used by several writes at the same time.</para>
/// </remarks>
public abstract class DbRowReader
{
    /// <summary>Initializes a new instance.</summary>
    protected DbRowReader()
    {
    }

    /// <summary>Returns whether this instance reads the rows of a reader. It is asked once for a reader and its result.</summary>
    /// <param name="reader">The reader, at the first row that is written.</param>
    /// <returns>Whether <see cref="WriteCells"/> is called for the rows of this reader's result.</returns>
    public abstract bool CanRead(DbDataReader reader);

    /// <summary>
    /// Returns whether this instance reads the cells of a column. It is asked once for each column of a result; the cells of other columns
    /// are read by the reader's getters, and <see cref="WriteCells"/> does not see them.
    /// </summary>
    /// <param name="reader">The reader, at the first row that is written.</param>
    /// <param name="ordinal">The column's number in the reader.</param>
    /// <returns>By default <see langword="true"/>.</returns>
    public virtual bool CanRead(DbDataReader reader, int ordinal) => true;

    /// <summary>Writes the cells of the reader's current row that this instance reads, from the first to the last.</summary>
    /// <remarks>An exception ends the write; nothing of the row is written.</remarks>
    /// <param name="reader">The reader. It is not moved. The columns before the current cell have been read.</param>
    /// <param name="cells">Receives a value for each column; only valid during this call.</param>
    /// <example>
    /// <code>
    /// while (cells.MoveNext(out int ordinal))
    /// {
    ///     if (IsInteger(ordinal)) cells.WriteNumber(Integer(ordinal));
    ///     else cells.WriteFromReader();
    /// }
    /// </code>
    /// </example>
    public abstract void WriteCells(DbDataReader reader, DbCellWriter cells);
}
