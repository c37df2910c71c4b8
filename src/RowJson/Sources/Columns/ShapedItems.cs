namespace RowJson;

// Rows whose columns a shape names.
internal class ShapedItems<T>(JsonRowShape<T> shape) : RowItems<T>
{
    protected JsonRowShape<T> Shape => shape;

    public override void Require(RowContext context) => shape.RequireColumns();

    public override void DescribeColumns(RowEncoder encoder) => shape.DescribeColumns(encoder);

    public override void Write(RowEncoder encoder, T row) => shape.PlanFor(encoder).Encode(encoder, row);
}

// Writes the rows of one pass: by a DbRowReader where the options have one for the reader.
internal sealed class ShapedReaderItems(JsonRowShape<DbDataReader> shape) : ShapedItems<DbDataReader>(shape)
{
    private DbDataReader? _reader;
    private ShapePlan<DbDataReader>? _plan;

    public override RowItems<DbDataReader> ForPass() => new ShapedReaderItems(Shape);

    public override void Write(RowEncoder encoder, DbDataReader row)
    {
        if (_plan is null || !ReferenceEquals(row, _reader)) (_reader, _plan) = (row, PlanFor(encoder, row));
        _plan.Encode(encoder, row);
    }

    private ShapePlan<DbDataReader> PlanFor(RowEncoder encoder, DbDataReader? reader)
    {
        ShapePlan<DbDataReader> plan = Shape.PlanFor(encoder);
        return reader is not null && ReaderColumns.FindRowReader(reader, encoder) is { } rowReader
            && plan.ReadCellsOf(rowReader, reader) is { } cells
                ? new ShapedReadColumns(plan, rowReader, cells)
                : plan;
    }
}
