namespace RowJson;

/// <content>Options for values that JSON has no form for, or that are to have another one.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>
    /// Chooses columns of a reader, a record or a table whose values are converted: receives the column, and returns what turns a cell that
    /// is not null into the value that is written; <see langword="null"/> for a column whose values are written as they are. Default:
    /// <see langword="null"/>, all are.
    /// </summary>
    /// <remarks>
    /// <para>
    /// It is called once for each column of a result, and what it returns for each cell that is not null. The value that is returned is
    /// written by its run-time type; <see cref="RawJson"/> is written as it is. Columns that are not chosen cost nothing.
    /// </para>
    /// <para>
    /// Rows of other sources are not affected. To convert all values of a type, wherever they are, add a converter to
    /// <see cref="SerializerOptions"/>.
    /// </para>
    /// </remarks>
    /// <example>
    /// <code>
    /// ColumnConverter = column => column.DataTypeName switch
    /// {
    ///     "interval" => cell => cell.GetValue&lt;NpgsqlInterval>().ToString(),
    ///     "integer[]" => cell => cell.GetValue&lt;int?[]>(),
    ///     _ => null,
    /// }
    /// </code>
    /// </example>
    public Func<JsonColumn, Func<JsonCell, object?>?>? ColumnConverter { get; init; }

    /// <summary>
    /// What happens to a cell of a reader, a record, a table or a dictionary whose value cannot be read or written. Default:
    /// <see cref="JsonUnwritableHandling.Throw"/>.
    /// </summary>
    /// <remarks>
    /// <para>
    /// <see cref="JsonRowResult.ReplacedCells"/> counts the cells that were replaced. A value that is nested in a cell replaces all of it.
    /// Failures that are not the value's still end the write: those of the connection (<see cref="System.Data.Common.DbException"/>,
    /// <see cref="IOException"/>, <see cref="TimeoutException"/>), of the sink, <see cref="ObjectDisposedException"/>,
    /// <see cref="OutOfMemoryException"/> and cancellation.
    /// </para>
    /// <para>
    /// Rows that are objects, nodes or documents, rows of a <see cref="JsonRowShape{T}"/>, and rows with
    /// <see cref="System.Text.Json.Serialization.ReferenceHandler.Preserve"/> are not affected. Readers are then read by their getters, one
    /// by one, and not by compiled code or <see cref="RowReaders"/>. <see cref="NonFiniteHandling"/> comes first where it is set.
    /// </para>
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is not one of the enumeration's.</exception>
    public JsonUnwritableHandling UnwritableHandling
    {
        get;
        init => field = Defined(value, nameof(UnwritableHandling));
    }
}
