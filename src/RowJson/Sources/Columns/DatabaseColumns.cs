namespace RowJson;

// The columns of a database's rows, whose cells can be read one by one: so the serializer writes single cells, and a cell whose value
// cannot be written is replaced if the options say so.
internal class DatabaseColumns<TRow>(ColumnDescription[] columns, RowEncoder encoder) : SourceColumns<TRow>(
    Describe(columns, encoder.Context.Options), encoder, (i, name) => DatabaseColumnFactory<TRow>.Create(name, columns[i], encoder))
    where TRow : struct, ICells
{
    // Writes the row that a source is at, each time that it is called.
    public Action<RowEncoder> WriterOf(TRow row) => encoder => WriteRow(encoder, row);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public override int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current) =>
        encoder.ReplacesCells
            ? WriteReplaceableCells(encoder, position, in row, ref current)
            : base.WriteCells(encoder, position, in row, ref current);

    private int WriteReplaceableCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current)
    {
        for (; current < Columns.Length; current++)
        {
            SourceColumn<TRow> column = Columns[current];
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

    // Only a filter sees more than the name.
    private static JsonColumn[] Describe(ColumnDescription[] columns, JsonRowOptions options) =>
        Array.ConvertAll(columns, column => options.ColumnFilter is null ? JsonColumn.Named(column.Name) : column.ToColumn());
}

internal sealed class RecordColumns(IDataRecord record, RowEncoder encoder)
    : DatabaseColumns<RecordCells>(ColumnDescription.Of(record, hasTypes: false), encoder);

internal sealed class TableColumns(DataTable table, RowEncoder encoder) : DatabaseColumns<TableCells>(ColumnDescription.Of(table), encoder)
{
    private readonly DataColumn[] _all = [.. table.Columns.Cast<DataColumn>()];
    private readonly string[] _names = [.. table.Columns.Cast<DataColumn>().Select(it => it.ColumnName)];

    // The table has these columns and no others: it may be changed between rows that come one by one.
    public bool AreCurrent
    {
        get
        {
            for (int i = 0; i < _all.Length; i++)
                if (_all[i].Table != table || _all[i].Ordinal != i || _all[i].ColumnName != _names[i]) return false;
            return table.Columns.Count == _all.Length;
        }
    }

    // Writes a row in the version that its indexer shows, looked up once per row instead of once per cell.
    // isOriginal: the row as it was, which the filter of a view may show whatever its state.
    public void Write(RowEncoder encoder, DataRow row, bool isOriginal = false)
    {
        DataRowVersion version = isOriginal ? DataRowVersion.Original
            : row.HasVersion(DataRowVersion.Proposed) ? DataRowVersion.Proposed
            : DataRowVersion.Current;
        WriteRow(encoder, new TableCells(row, version, _all));
    }
}
