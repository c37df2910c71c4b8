namespace RowJson;

// What sources say about their columns. A reader may be unable to name a type, or throw because it names none.
internal readonly struct ColumnDescription
{
    private readonly IDataRecord? _record;
    private readonly DataColumn? _column;

    private ColumnDescription(IDataRecord record, int ordinal, bool hasType) => (_record, Ordinal, HasType) = (record, ordinal, hasType);

    private ColumnDescription(DataColumn column) => (_column, Ordinal, HasType) = (column, column.Ordinal, true);

    // The column's number in its source.
    public int Ordinal { get; }

    // All its values have one type.
    public bool HasType { get; }

    public string Name => _column?.ColumnName ?? _record!.GetName(Ordinal) ?? "";

    // The type of its values; null if the source cannot name it.
    public Type? Type => _column?.DataType ?? TypeOf(_record!, Ordinal);

    private string? DataTypeName => _record is null ? null : DataTypeNameOf(_record, Ordinal);

    // The columns of a record, or of the result that a reader is at.
    public static ColumnDescription[] Of(IDataRecord record, bool hasTypes) =>
        [.. Enumerable.Range(0, record.FieldCount).Select(i => new ColumnDescription(record, i, hasTypes))];

    public static ColumnDescription[] Of(DataTable table) =>
        [.. table.Columns.Cast<DataColumn>().Select(column => new ColumnDescription(column))];

    // The columns of a record for the user's functions: also of a result without rows.
    public static JsonColumn[] ColumnsOf(IDataRecord record) => Array.ConvertAll(Of(record, hasTypes: false), column => column.ToColumn());

    // A column's type is the type of all its values if a reader describes its columns, and in DuckDB's vectors. For other readers this is
    // not known. In SQLite, values have types, and a reader that wraps another one does not show whose values it returns.
    public static bool HasColumnTypes(IDataRecord record) =>
        record is IDbColumnSchemaGenerator or DataTableReader || record.GetType().FullName == "DuckDB.NET.Data.DuckDBDataReader";

    // The type of a column's values; null if the record cannot name it: values are then written without it, or show what is wrong.
    public static Type? TypeOf(IDataRecord record, int ordinal) =>
        Quietly.Ask((record, ordinal), static it => it.record.GetFieldType(it.ordinal), otherwise: null);

    // The database's name of a column's type; null if the record has none.
    public static string? DataTypeNameOf(IDataRecord record, int ordinal) =>
        Quietly.Ask((record, ordinal), static it => it.record.GetDataTypeName(it.ordinal), otherwise: null);

    // A database's type holds JSON text, or arrays of it.
    public static bool IsJson(string? dataTypeName)
    {
        ReadOnlySpan<char> name = dataTypeName;
        if (name.EndsWith("[]")) name = name[..^2];
        return name.Equals("json", StringComparison.OrdinalIgnoreCase) || name.Equals("jsonb", StringComparison.OrdinalIgnoreCase);
    }

    // The strings of the column are JSON.
    public bool HoldsJson(JsonRowOptions options) =>
        options.IsJsonColumn?.Invoke(ToColumn()) is true || (!options.JsonColumnsAsText && IsJson(DataTypeName));

    public JsonColumn ToColumn() => new() { Name = Name, Type = Type ?? typeof(object), DataTypeName = DataTypeName };
}
