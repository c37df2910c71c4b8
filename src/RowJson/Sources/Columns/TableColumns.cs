namespace RowJson;

// The columns of a table.
internal sealed class TableColumns(DataTable table, RowEncoder encoder) : DatabaseColumns<TableRow>
{
    private readonly TableColumn[] _columns = Resolve(table, encoder);

    protected override int Count => _columns.Length;

    protected override EncodedName NameOf(int column) => _columns[column].Name;

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly TableRow row, ref int current)
    {
        if (encoder.ReplacesCells) return WriteReplaceableCells(encoder, position, in row, ref current);
        DataRow cells = row.Row;
        DataRowVersion version = row.Version;
        TableColumn[] columns = _columns;
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            ref readonly TableColumn column = ref columns[i];
            object? value = cells[column.Column, version];
            position = value is null or DBNull
                ? encoder.WriteNullCell(position, column.Name)
                : WriteCell(encoder, position, value, in column);
        }
        return position;
    }

    protected override int WriteCell(ValueEncoder encoder, int position, ref readonly TableRow row, int column)
    {
        ref readonly TableColumn it = ref _columns[column];
        return row.Row[it.Column, row.Version] is { } value and not DBNull
            ? WriteCell(encoder, position, value, in it)
            : encoder.WriteNullCell(position, it.Name);
    }

    protected override object? ReadCell(ref readonly TableRow row, int column)
    {
        ref readonly TableColumn it = ref _columns[column];
        object? value = row.Row[it.Column, row.Version];
        return it.Converter is null || value is null or DBNull ? value : it.Converter(new JsonCell(value));
    }

    protected override bool HoldsJson(int column) => _columns[column].Kind == CellKind.Json;

    protected override string? ReplacementOf(ValueEncoder encoder, ref readonly TableRow row, int column) =>
        encoder.ReplacementOf(row.Row[_columns[column].Column, row.Version]);

    // The column's type says what the object is: one cast instead of a row of tests.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteCell(ValueEncoder encoder, int position, object value, in TableColumn column) => column.Kind switch
    {
        CellKind.String => encoder.WriteCell(position, column.Name, (string)value),
        CellKind.Int32 => encoder.WriteCell(position, column.Name, (int)value),
        CellKind.Int64 => encoder.WriteCell(position, column.Name, (long)value),
        CellKind.Double => encoder.WriteCell(position, column.Name, (double)value),
        CellKind.Boolean => encoder.WriteCell(position, column.Name, (bool)value),
        CellKind.DateTime => encoder.WriteCell(position, column.Name, (DateTime)value),
        CellKind.Decimal => encoder.WriteCell(position, column.Name, (decimal)value),
        CellKind.Guid => encoder.WriteCell(position, column.Name, (Guid)value),
        CellKind.Int16 => encoder.WriteCell(position, column.Name, (short)value),
        CellKind.Byte => encoder.WriteCell(position, column.Name, (byte)value),
        CellKind.Single => encoder.WriteCell(position, column.Name, (float)value),
        CellKind.Json => encoder.WriteJsonCell(position, column.Name, value),
        _ => encoder.WriteDatabaseCell(
            position, column.Name, column.Converter is null ? value : column.Converter(new JsonCell(value))),
    };

    private static TableColumn[] Resolve(DataTable table, RowEncoder encoder)
    {
        if (encoder.NeedsColumns) encoder.RequireColumns(table.Columns.Cast<DataColumn>().Select(column => column.ColumnName));
        Func<string, bool>? isJson = encoder.Context.Options.IsJsonColumn;
        var columns = new TableColumn[table.Columns.Count];
        int count = 0;
        foreach (DataColumn column in table.Columns)
        {
            EncodedName name = encoder.NameColumn(column.ColumnName);
            if (name.IsExcluded) continue;
            Func<JsonCell, object?>? converter = ColumnDescription.ConverterOf(encoder.Context.Options, column);
            CellKind kind = converter is null ? encoder.KindOf(column.DataType) : CellKind.Any;
            if (converter is null && kind is CellKind.String or CellKind.Any && isJson?.Invoke(column.ColumnName) is true)
                kind = CellKind.Json;
            columns[count++] = new TableColumn(name, column, kind, converter);
        }
        Array.Resize(ref columns, count);
        if (encoder.Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(columns.Select(column => column.Name));
        return columns;
    }

    // What the loop over the cells needs to know of a column.
    private readonly struct TableColumn(EncodedName name, DataColumn column, CellKind kind, Func<JsonCell, object?>? converter)
    {
        public readonly EncodedName Name = name;
        public readonly DataColumn Column = column;
        public readonly CellKind Kind = kind;
        public readonly Func<JsonCell, object?>? Converter = converter;
    }
}

// A row of a table or a view, and which of its versions is written.
internal readonly struct TableRow(DataRow row, DataRowVersion version)
{
    public readonly DataRow Row = row;
    public readonly DataRowVersion Version = version;

    // The row that a table or a view enumerates; false if it is deleted.
    public static bool TryGet(object? item, out TableRow row)
    {
        row = item switch
        {
            DataRowView view => Of(view),
            DataRow { RowState: not (DataRowState.Deleted or DataRowState.Detached) } present => Of(present),
            _ => default,
        };
        return row.Row is not null;
    }

    // A row in the version that its table shows.
    public static TableRow Of(DataRow row) => new(row, VersionOf(row));

    // A row in the version that a view shows.
    public static TableRow Of(DataRowView view) => new(view.Row, VersionOf(view));

    // A view may show rows as they were: its filter says so, and the row's state does not matter.
    private static DataRowVersion VersionOf(DataRowView view) =>
        view.RowVersion == DataRowVersion.Original ? DataRowVersion.Original : VersionOf(view.Row);

    // What the row's indexer shows, looked up once per row instead of once per cell.
    private static DataRowVersion VersionOf(DataRow row) =>
        row.HasVersion(DataRowVersion.Proposed) ? DataRowVersion.Proposed : DataRowVersion.Current;
}
