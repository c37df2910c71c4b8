namespace RowJson;

// The columns of a table.
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
        Write(encoder, in cells);
    }

    // What the row's indexer shows, looked up once per row instead of once per cell.
    private static DataRowVersion VersionOf(DataRow row) =>
        row.HasVersion(DataRowVersion.Proposed) ? DataRowVersion.Proposed : DataRowVersion.Current;
}
