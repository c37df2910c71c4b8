namespace RowJson;

// Rows whose columns a shape names.
internal class ShapedRowEncoding<T>(JsonRowShape<T> shape) : RowEncoding<T>
{
    protected JsonRowShape<T> Shape => shape;

    public override void Require(RowContext context) => shape.RequireColumns();

    public override void DescribeColumns(RowEncoder encoder) => encoder.SetColumns(shape.PlanFor(encoder));

    public override void Write(RowEncoder encoder, T row) => shape.PlanFor(encoder).WriteRow(encoder, row);
}

// Writes the rows of one pass: by a DbRowReader if the options have one for the reader.
internal sealed class ShapedReaderItems(JsonRowShape<DbDataReader> shape) : ShapedRowEncoding<DbDataReader>(shape)
{
    private DbDataReader? _reader;
    private SourceColumns<DbDataReader>? _columns;

    public override RowEncoding<DbDataReader> ForPass() => new ShapedReaderItems(Shape);

    public override void Write(RowEncoder encoder, DbDataReader row)
    {
        if (_columns is null || !ReferenceEquals(row, _reader)) (_reader, _columns) = (row, ColumnsFor(encoder, row));
        _columns.WriteRow(encoder, row);
    }

    private SourceColumns<DbDataReader> ColumnsFor(RowEncoder encoder, DbDataReader? reader)
    {
        ShapePlan<DbDataReader> plan = Shape.PlanFor(encoder);
        return reader is not null && encoder.Context.Options.RowReaders.Count > 0
            ? new ShapedReadColumns(plan.Columns, reader, encoder)
            : plan;
    }
}

// The columns of a shape for one reader. A DbRowReader may read some of them.
internal sealed class ShapedReadColumns : SourceColumns<DbDataReader>
{
    private readonly ReaderCellWriter? _cells;

    public ShapedReadColumns(SourceColumn<DbDataReader>[] columns, DbDataReader reader, RowEncoder encoder)
        : base(columns) => _cells = ReaderCellWriter.Find(
            reader, (encoder, position, reader, column) => columns[column].Write(encoder, position, in reader), columns, encoder);

    public override int WriteCells(ValueEncoder encoder, int position, ref readonly DbDataReader row, ref int current)
    {
        if (_cells is null) return base.WriteCells(encoder, position, in row, ref current);
        _cells.RequireRow(row);
        return _cells.WriteRow(encoder, position, row, ref current);
    }
}
