namespace RowJson;

// Writes rows of tables that come one by one, during one pass: each by the columns of its own table.
internal sealed class DataRowWriter
{
    // The most tables whose columns are kept: rows come from few tables, or each from its own.
    private const int MaxTables = 16;

    private readonly Dictionary<DataTable, TableColumns> _columns = [];
    private DataTable? _lastTable;
    private TableColumns? _lastColumns;

    // Writes a row that its table has; a deleted row is left out.
    public void Write(RowEncoder encoder, DataRow? row)
    {
        if (row is null) encoder.WriteNullRow();
        // A row that is not in its table yet has a proposed version, and one that was removed has none.
        else if ((row.HasVersion(DataRowVersion.Current) && row.RowState != DataRowState.Deleted)
            || row.HasVersion(DataRowVersion.Proposed))
            ColumnsOf(row.Table, encoder).Write(encoder, row);
    }

    // Writes a row of a view, in the version that the view shows.
    public void Write(RowEncoder encoder, DataRowView? row)
    {
        if (row is null) encoder.WriteNullRow();
        else ColumnsOf(row.Row.Table, encoder).Write(encoder, row.Row, row.RowVersion == DataRowVersion.Original);
    }

    private TableColumns ColumnsOf(DataTable table, RowEncoder encoder)
    {
        if (ReferenceEquals(table, _lastTable) && _lastColumns!.AreCurrent) return _lastColumns;
        if (!_columns.TryGetValue(table, out TableColumns? columns) || !columns.AreCurrent)
        {
            if (_columns.Count == MaxTables) _columns.Clear();
            _columns[table] = columns = new TableColumns(table, encoder);
        }
        _lastTable = table;
        return _lastColumns = columns;
    }
}
