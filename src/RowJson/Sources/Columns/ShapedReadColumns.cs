namespace RowJson;

// The columns of a shape, some of which a DbRowReader reads.
internal sealed class ShapedReadColumns : ShapePlan<DbDataReader>, IReadColumns
{
    private readonly ReaderCellWriter _cells;
    private readonly int _first;

    public ShapedReadColumns(ShapePlan<DbDataReader> plan, DbRowReader rowReader, ReadCell[] cells)
        : base(plan)
    {
        _cells = new ReaderCellWriter(rowReader, this, cells);
        // Not one that comes later: with sequential access there is no way back.
        _first = cells[0].Ordinal;
    }

    public int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column) =>
        WriteCell(encoder, position, reader, column);

    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly DbDataReader row, ref int current)
    {
        // A getter says that there is no row. A row reader may not notice.
        row.IsDBNull(_first);
        return _cells.WriteRow(encoder, position, row, ref current);
    }
}
