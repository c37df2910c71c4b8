namespace RowJson;

// Rows whose columns a shape names.
internal sealed class ShapedItems<T>(JsonRowShape<T> shape) : RowItems<T>
{
    public override void Require(RowContext context) => shape.RequireColumns();

    public override void DescribeColumns(RowEncoder encoder) => shape.DescribeColumns(encoder);

    public override void Write(RowEncoder encoder, T row) => shape.PlanFor(encoder).Encode(encoder, row);
}

// Writes the rows of one pass: by a DbRowReader where the options have one for the reader.
internal sealed class ShapedReaderItems(JsonRowShape<DbDataReader> shape) : RowItems<DbDataReader>
{
    private DbDataReader? _reader;
    private ShapedReadColumns? _columns;

    public override RowItems<DbDataReader> ForPass() => new ShapedReaderItems(shape);

    public override void Require(RowContext context) => shape.RequireColumns();

    public override void DescribeColumns(RowEncoder encoder) => shape.DescribeColumns(encoder);

    public override void Write(RowEncoder encoder, DbDataReader row)
    {
        if (!ReferenceEquals(row, _reader)) (_reader, _columns) = (row, FindColumns(encoder, row));
        if (_columns is null) shape.Encode(encoder, row);
        else _columns.Write(encoder, in row);
    }

    private ShapedReadColumns? FindColumns(RowEncoder encoder, DbDataReader? reader)
    {
        if (reader is null || ReaderColumns.FindRowReader(reader, encoder) is not { } rowReader) return null;
        ShapePlan<DbDataReader> plan = shape.PlanFor(encoder);
        return plan.ReadCellsOf(rowReader, reader) is { } cells ? new ShapedReadColumns(plan, rowReader, cells) : null;
    }
}
