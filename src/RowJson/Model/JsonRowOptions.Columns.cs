namespace RowJson;

/// <content>Options that concern the columns of readers and tables, and their cells.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>Converts the source's names of columns to those of the output. Default: <see langword="null"/>, names are kept.</summary>
    /// <remarks>
    /// <para>
    /// It replaces <c>DictionaryKeyPolicy</c>, which then applies to nested values only. Without it, rows that are dictionaries follow
    /// <c>DictionaryKeyPolicy</c>.
    /// </para>
    /// <para>
    /// It is called once per name, more often for names that are not cached (<see cref="MaxCachedNames"/>). It must always return the same
    /// result for a name, and be thread-safe.
    /// </para>
    /// </remarks>
    public JsonNamingPolicy? ColumnNamingPolicy { get; init; }

    /// <summary>
    /// Chooses columns: receives the column, with its name before <see cref="ColumnNamingPolicy"/>, and returns whether it is written.
    /// Default: <see langword="null"/>, all are.
    /// </summary>
    /// <remarks>
    /// It is called for each column of a reader, a record, a table or a shape. For dictionaries, documents and objects it receives only the
    /// name: it is called once per name, more often for names that are not cached (<see cref="MaxCachedNames"/>). It must always return the
    /// same result for a column, and be thread-safe.
    /// </remarks>
    /// <example><c>new JsonRowOptions { ColumnFilter = column => column.DataTypeName != "bytea" }</c></example>
    public Func<JsonColumn, bool>? ColumnFilter { get; init; }

    /// <summary>These options for some columns only, such as those that a request names: <c>?fields=id,name</c>.</summary>
    /// <remarks>
    /// <para>
    /// Columns keep their order, and <see cref="ColumnFilter"/> still applies. The options of the last 64 sets of up to 256 names are
    /// kept, so that clients cannot fill the memory with names.
    /// </para>
    /// <para>
    /// For objects, readers, records, tables and shapes, a name that no column has ends the write with a <see cref="JsonRowException"/>,
    /// before anything is written. Dictionaries, documents, values declared as <see cref="object"/> and objects with extension data may
    /// each have other columns: such a row is written without a column that it lacks.
    /// </para>
    /// </remarks>
    /// <param name="names">
    /// The names that the columns have in the output: those of the contract or the source, as <see cref="ColumnNamingPolicy"/> or
    /// <c>DictionaryKeyPolicy</c> converts them.
    /// </param>
    /// <returns>The options. For the same names, in any order, the same instance is returned as long as it is kept.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> or one of them is null.</exception>
    /// <exception cref="ArgumentException">These options are already for some columns only, and a name is not one of them.</exception>
    /// <example><c>Results.Extensions.Rows(orders, options.WithColumns(fields.Split(',')))</c></example>
    public JsonRowOptions WithColumns(params IEnumerable<string> names)
    {
        ArgumentNullException.ThrowIfNull(names);
        var set = new HashSet<string>(StringComparer.Ordinal);
        foreach (string name in names)
        {
            ArgumentNullException.ThrowIfNull(name, nameof(names));
            if (ChosenColumns?.Contains(name) == false)
            {
                throw new ArgumentException(
                    $"'{name}' is none of the columns of these options: {ExceptionText.List(ChosenColumns)}.", nameof(names));
            }
            set.Add(name);
        }
        return ColumnSets.Get(set);
    }

    // The options of WithColumns, made on first use.
    internal ColumnSets ColumnSets =>
        Volatile.Read(ref field) ?? Interlocked.CompareExchange(ref field, new ColumnSets(this), null) ?? field;

    /// <summary>
    /// Writes a reader's columns of the database types <c>json</c> and <c>jsonb</c> as strings that hold JSON. Default:
    /// <see langword="false"/>, they are written as JSON.
    /// </summary>
    public bool JsonColumnsAsText { get; init; }

    /// <summary>
    /// Chooses columns of a reader or a table whose strings hold JSON: they are written as JSON. Default: <see langword="null"/>, the
    /// database's type decides.
    /// </summary>
    /// <remarks>
    /// For databases whose types do not say that a text is JSON, such as those of SQLite and DuckDB. It is called once for each column of a
    /// result. A text that is not JSON ends the write with a <see cref="JsonRowException"/>.
    /// </remarks>
    /// <example><c>new JsonRowOptions { IsJsonColumn = column => column.Name is "payload" or "tags" }</c></example>
    public Func<JsonColumn, bool>? IsJsonColumn { get; init; }

    /// <summary>Refuses columns of readers, tables and shapes that share a name or have none. Default: <see langword="false"/>.</summary>
    /// <remarks>
    /// Such columns end the write with a <see cref="JsonRowException"/> before the first row with these columns is written. By default
    /// names are written as the source gives them, also repeated ones.
    /// </remarks>
    public bool RequireUniqueColumnNames { get; init; }

    /// <summary>
    /// Readers for the rows of a <see cref="DbDataReader"/> that replace its getters: the first one that can read a result is used.
    /// Default: none.
    /// </summary>
    /// <remarks>The list is copied.</remarks>
    /// <exception cref="ArgumentNullException">The value, or one of its elements, is null.</exception>
    /// <example><c>new JsonRowOptions { RowReaders = [SqliteRowReader.Instance] }</c></example>
    public IReadOnlyList<DbRowReader> RowReaders
    {
        get;
        init
        {
            ArgumentNullException.ThrowIfNull(value, nameof(RowReaders));
            foreach (DbRowReader rowReader in value) ArgumentNullException.ThrowIfNull(rowReader, nameof(RowReaders));
            field = value is ImmutableArray<DbRowReader> ? value : value.ToImmutableArray();
        }
    } = [];

    /// <summary>
    /// Chooses columns of a reader, a record or a table whose values are converted: receives the column, and returns the function that
    /// turns a cell that is not null into the value to write; <see langword="null"/> for a column whose values are written as they are.
    /// Default: <see langword="null"/>, all are.
    /// </summary>
    /// <remarks>
    /// <para>
    /// It is called once for each column of a result, and the function that it returns once for each cell that is not null. The returned
    /// value is written by its run-time type; <see cref="RawJson"/> is written as it is. Columns that are not chosen cost nothing.
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
    /// <see cref="JsonRowResult.ReplacedCells"/> counts the cells that were replaced. If a value nested in a cell fails, the whole cell is
    /// replaced. Failures that are not caused by the value still end the write: those of the connection
    /// (<see cref="System.Data.Common.DbException"/>, <see cref="IOException"/>, <see cref="TimeoutException"/>), of the sink,
    /// <see cref="ObjectDisposedException"/>, <see cref="OutOfMemoryException"/> and cancellation.
    /// </para>
    /// <para>
    /// Rows that are objects, nodes or documents, rows of a <see cref="JsonRowShape{T}"/>, and rows with
    /// <see cref="System.Text.Json.Serialization.ReferenceHandler.Preserve"/> are not affected. If this is set, readers are read by their
    /// getters, one by one, and not by compiled code or <see cref="RowReaders"/>. <see cref="NonFiniteHandling"/> takes precedence if set.
    /// </para>
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a member of the enumeration.</exception>
    public JsonUnwritableHandling UnwritableHandling
    {
        get;
        init => field = Defined(value, nameof(UnwritableHandling));
    }

    // The output names of the columns that are written; null for all.
    internal IReadOnlySet<string>? ChosenColumns { get; init; }

    // The user's functions see what a source says about its columns.
    internal bool AsksAboutColumns => (ColumnConverter ?? ColumnFilter ?? (object?)IsJsonColumn) is not null;

    // Columns are renamed or left out, whatever they hold.
    internal bool ChangesColumns => (ColumnNamingPolicy ?? ColumnFilter ?? (object?)ChosenColumns) is not null;

    // Cells are chosen or renamed.
    internal bool ChangesProperties => LeavesOutNulls || ChangesColumns;
}
