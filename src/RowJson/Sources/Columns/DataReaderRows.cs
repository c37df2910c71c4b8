namespace RowJson;

// The rows of a reader's current result. Columns are read once and in order, as System.Data.CommandBehavior.SequentialAccess wants it.
internal sealed class DataReaderRows(DbDataReader reader) : RowSource
{
    private bool _isOpened;

    public override RowSource For(JsonRowOptions options) => _isOpened ? throw Misuse.ReaderIsRead() : this;

    public override IRowPass Open()
    {
        _isOpened = true;
        return new Pass(reader);
    }

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        _isOpened = true;
        return new AsyncReaderPass(policy) { Reader = reader };
    }

    private sealed class Pass(DbDataReader reader) : IRowPass
    {
        private ReaderColumns? _columns;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            while (Read(encoder))
            {
                (_columns ??= new ReaderColumns(reader, encoder)).Write(encoder, in reader);
                if (encoder.BatchIsFull) return this;
            }
            return null;
        }

        public void DescribeColumns(RowEncoder encoder) => RecordColumns.Describe(reader, encoder);

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
    private DbDataReader? _reader;
    private ReaderColumns? _columns;

    public DbDataReader? Reader
    {
        get => _reader;
        set => _reader = value;
    }

    public override void DescribeColumns(RowEncoder encoder)
    {
        if (_reader is not null) RecordColumns.Describe(_reader, encoder);
    }

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) => new(_reader!.ReadAsync(cancellationToken));

    protected override void EncodeCurrent(RowEncoder encoder) =>
        (_columns ??= new ReaderColumns(_reader!, encoder)).Write(encoder, in _reader!);

    // The reader is its owner's.
    protected override ValueTask DisposeSourceAsync() => default;
}
