namespace RowJson;

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
        var row = new RecordCells(record);
        _result.Columns.Write(encoder, in row);
    }
}
