namespace RowJson;

// The columns of a database's rows, whose cells can be read one by one: so the serializer writes single cells, and one whose value cannot
// be written is replaced where the options want that.
internal class DatabaseColumns<TRow> : RowColumns<TRow>
    where TRow : struct, ICells
{
    protected readonly DatabaseColumn<TRow>[] _columns;

    public DatabaseColumns(ColumnDescription[] columns, RowEncoder encoder)
    {
        JsonColumn[] described = Array.ConvertAll(
            columns, column => encoder.Context.Options.ColumnFilter is null ? JsonColumn.Named(column.Name) : column.ToColumn());
        if (encoder.NeedsColumns) encoder.DescribeColumns(described);
        var written = new List<DatabaseColumn<TRow>>();
        for (int i = 0; i < columns.Length; i++)
        {
            EncodedName name = encoder.NameColumn(described[i]);
            if (!name.IsExcluded) written.Add(DatabaseColumnFactory<TRow>.Create(name, columns[i], encoder));
        }
        _columns = [.. written];
        if (encoder.Context.Options.RequireUniqueColumnNames) ColumnNames.RequireUnique(_columns.Select(column => column.Name));
    }

    // Writes the row that a source is at, each time that it is called.
    public Action<RowEncoder> WriterOf(TRow row) => encoder => encoder.WriteColumnsRow(this, in row);

    public sealed override int Count => _columns.Length;

    public sealed override EncodedName NameOf(int column) => _columns[column].Name;

    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current)
    {
        if (encoder.ReplacesCells) return WriteReplaceableCells(encoder, position, in row, ref current);
        DatabaseColumn<TRow>[] columns = _columns;
        for (int i = 0; i < columns.Length; i++)
        {
            current = i;
            position = columns[i].Write(encoder, position, in row);
        }
        return position;
    }

    private int WriteReplaceableCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current)
    {
        for (; current < _columns.Length; current++)
        {
            DatabaseColumn<TRow> column = _columns[current];
            int offset = encoder.OffsetOf(position);
            try
            {
                position = column.Write(encoder, position, in row);
                continue;
            }
            catch (Exception exception) when (encoder.CanReplace(exception))
            {
                position = encoder.DropCell(offset);
            }
            position = encoder.WriteReplacement(position, column.Name, row.ReplacementOf(encoder, column.Ordinal));
        }
        return position;
    }
}

internal sealed class RecordColumns(IDataRecord record, RowEncoder encoder)
    : DatabaseColumns<RecordCells>(ColumnDescription.Of(record, hasTypes: false), encoder);

internal sealed class TableColumns(DataTable table, RowEncoder encoder)
    : DatabaseColumns<TableCells>(ColumnDescription.Of(table), encoder)
{
    private readonly DataColumn[] _all = [.. table.Columns.Cast<DataColumn>()];

    // Writes a row in the version that its table shows.
    public void Write(RowEncoder encoder, DataRow row) => Write(encoder, row, VersionOf(row));

    // Writes a row in the version that a view shows: its filter may say that rows are shown as they were, whatever their state.
    public void Write(RowEncoder encoder, DataRowView view) =>
        Write(encoder, view.Row, view.RowVersion == DataRowVersion.Original ? DataRowVersion.Original : VersionOf(view.Row));

    private void Write(RowEncoder encoder, DataRow row, DataRowVersion version)
    {
        var cells = new TableCells(row, version, _all);
        encoder.WriteColumnsRow(this, in cells);
    }

    // What the row's indexer shows, looked up once per row instead of once per cell.
    private static DataRowVersion VersionOf(DataRow row) =>
        row.HasVersion(DataRowVersion.Proposed) ? DataRowVersion.Proposed : DataRowVersion.Current;
}
