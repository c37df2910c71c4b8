namespace RowJson;

// The rows of a reader that is not a System.Data.Common.DbDataReader: its cells are objects.
internal sealed class DataRecordRows(IDataReader reader) : RowSource
{
    private bool _isOpened;

    public override RowSource For(JsonRowOptions options) => _isOpened ? throw Misuse.ReaderIsRead() : this;

    public override IRowPass Open()
    {
        _isOpened = true;
        return new Pass(reader);
    }

    private sealed class Pass(IDataReader reader) : IRowPass
    {
        private RecordColumns? _columns;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            while (Read(encoder))
            {
                IDataRecord record = reader;
                (_columns ??= new RecordColumns(reader, encoder)).Write(encoder, in record);
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

// Writes records that come one by one, during one pass: those of one result share what is known about its columns.
internal sealed class DataRecordWriter
{
    private ReaderResult<RecordColumns>? _result;

    public void Write(RowEncoder encoder, IDataRecord? record)
    {
        if (record is null)
        {
            encoder.Fallback.WriteNullRow();
            return;
        }
        if (_result is null || !_result.IsOf(record))
            _result = new ReaderResult<RecordColumns>(record, encoder.Context.Options, new RecordColumns(record, encoder));
        _result.Columns.Write(encoder, in record);
    }
}
