namespace RowJson;

// The rows of a reader's current result. Columns are read once and in order, as System.Data.CommandBehavior.SequentialAccess wants it.
internal sealed class DataReaderRows(IDataReader reader) : RowSource
{
    private bool _isOpened;

    public override RowSource For(JsonRowOptions options) => _isOpened ? throw Misuse.ReaderIsRead() : this;

    public override IRowPass Open()
    {
        _isOpened = true;
        return new Pass(reader);
    }

    public override IAsyncRowPass OpenAsync(FlushPolicy policy)
    {
        if (reader is not DbDataReader dbReader) return Open();
        _isOpened = true;
        return new AsyncReaderPass(policy) { Reader = dbReader };
    }

    private sealed class Pass(IDataReader reader) : IRowPass
    {
        private Action<RowEncoder>? _write;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            while (Read(encoder))
            {
                (_write ??= CreateWriter(encoder))(encoder);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void DescribeColumns(RowEncoder encoder) => encoder.DescribeColumns(ColumnDescription.ColumnsOf(reader));

        // Cells of a reader that is not a DbDataReader are objects.
        private Action<RowEncoder> CreateWriter(RowEncoder encoder) => reader is DbDataReader dbReader
            ? ReaderColumns.WriterOf(dbReader, encoder)
            : new RecordColumns(reader, encoder).WriterOf(new RecordCells(reader));

        private bool Read(RowEncoder encoder)
        {
            encoder.Stage = JsonRowStage.Source;
            encoder.Cancellation.ThrowIfCancellationRequested();
            bool hasRow = reader.Read();
            encoder.Stage = JsonRowStage.Value;
            return hasRow;
        }
    }
}

// An asynchronous pass over a reader, which waits for nothing but the reader.
internal class AsyncReaderPass(FlushPolicy policy) : AsyncRowPass(policy)
{
    private Action<RowEncoder>? _write;

    public DbDataReader? Reader { get; set; }

    public override void DescribeColumns(RowEncoder encoder) => encoder.DescribeColumns(ColumnDescription.ColumnsOf(Reader!));

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) => new(Reader!.ReadAsync(cancellationToken));

    protected override void EncodeCurrent(RowEncoder encoder) => (_write ??= ReaderColumns.WriterOf(Reader!, encoder))(encoder);

    // The reader is its owner's.
    protected override ValueTask DisposeSourceAsync() => default;
}
