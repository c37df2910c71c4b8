namespace RowJson;

// Rows that are a reader, once for each row, whose columns a shape names.
internal sealed class ShapedReaderRows(IEnumerable<DbDataReader> rows, JsonRowShape<DbDataReader> shape) : RowSource
{
    public override RowRoot Root
    {
        get
        {
            shape.RequireColumns();
            return RowRoot.Rows;
        }
    }

    public override IRowPass Open() => new Pass(rows, shape);

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        rows is IAsyncEnumerable<DbDataReader> asyncRows
            ? new AsyncSequencePass<DbDataReader>(asyncRows, new ShapedReaderWriter(shape).Write, shape.DescribeColumns, policy)
            : Open();

    private sealed class Pass(IEnumerable<DbDataReader> rows, JsonRowShape<DbDataReader> shape) : SequencePass<DbDataReader>(rows)
    {
        private readonly ShapedReaderWriter _writer = new(shape);

        public override void DescribeColumns(RowEncoder encoder) => shape.DescribeColumns(encoder);

        protected override void EncodeRow(RowEncoder encoder, DbDataReader row) => _writer.Write(encoder, row);
    }
}
