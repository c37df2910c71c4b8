namespace RowJson;

// Rows whose columns a shape names.
internal class ShapedItems<T>(JsonRowShape<T> shape) : RowItems<T>
{
    protected JsonRowShape<T> Shape => shape;

    public override void Require(RowContext context) => shape.RequireColumns();

    public override void DescribeColumns(RowEncoder encoder) => encoder.SetColumns(shape.PlanFor(encoder));

    public override void Write(RowEncoder encoder, T row) => shape.PlanFor(encoder).WriteRow(encoder, row);
}

// Writes the rows of one pass: by a DbRowReader where the options have one for the reader.
internal sealed class ShapedReaderItems(JsonRowShape<DbDataReader> shape) : ShapedItems<DbDataReader>(shape)
{
    private DbDataReader? _reader;
    private SourceColumns<DbDataReader>? _columns;

    public override RowItems<DbDataReader> ForPass() => new ShapedReaderItems(Shape);

    public override void Write(RowEncoder encoder, DbDataReader row)
    {
        if (_columns is null || !ReferenceEquals(row, _reader)) (_reader, _columns) = (row, ColumnsFor(encoder, row));
        _columns.WriteRow(encoder, row);
    }

    private SourceColumns<DbDataReader> ColumnsFor(RowEncoder encoder, DbDataReader? reader)
    {
        ShapePlan<DbDataReader> plan = Shape.PlanFor(encoder);
        return reader is not null && ReaderCellWriter<DbDataReader>.Find(reader, plan.Columns, encoder) is { } cells
            ? new ShapedReadColumns(plan, cells)
            : plan;
    }
}

// The columns of a shape, some of which a DbRowReader reads.
internal sealed class ShapedReadColumns(ShapePlan<DbDataReader> plan, ReaderCellWriter<DbDataReader> cells)
    : SourceColumns<DbDataReader>(plan.Columns)
{
    protected override int WriteCells(ValueEncoder encoder, int position, ref readonly DbDataReader row, ref int current)
    {
        cells.RequireRow(row);
        return cells.WriteRow(encoder, position, row, row, ref current);
    }
}
