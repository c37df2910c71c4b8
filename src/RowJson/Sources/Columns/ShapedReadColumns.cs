namespace RowJson;

// The columns of a shape, some of which a DbRowReader reads.
internal sealed class ShapedReadColumns : SourceColumns<DbDataReader>, IReadColumns
{
    private readonly ShapePlan<DbDataReader> _plan;
    private readonly ReaderCellWriter _cells;
    private readonly int _first;

    public ShapedReadColumns(ShapePlan<DbDataReader> plan, DbRowReader rowReader, ReadCell[] cells)
    {
        _plan = plan;
        _cells = new ReaderCellWriter(rowReader, this, cells);
        // Not one that comes later: with sequential access there is no way back.
        _first = cells[0].Ordinal;
        Count = cells.Length;
    }

    public override int Count { get; }

    public int WriteByGetters(ValueEncoder encoder, int position, DbDataReader reader, int column) =>
        _plan.WriteCell(encoder, position, reader, column);

    public override EncodedName NameOf(int column) => _plan.NameAt(column);

    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly DbDataReader row, ref int current)
    {
        // A getter says that there is no row. A row reader may not notice.
        row.IsDBNull(_first);
        return _cells.WriteRow(encoder, position, row, ref current);
    }

    protected override void WriteCellViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, ref readonly DbDataReader row, int column) =>
        _plan.WriteCellViaSerializer(encoder, writer, row, column);
}
