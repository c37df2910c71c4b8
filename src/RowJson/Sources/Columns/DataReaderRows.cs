namespace RowJson;

// The rows of a reader's current result. Columns are read once and in order, as System.Data.CommandBehavior.SequentialAccess requires.
internal sealed class DataReaderRows(IDataReader reader) : RowSource
{
    private bool _isRead;

    public override RowSource For(JsonRowOptions options) => _isRead ? throw WriteConflict.ReaderIsRead() : this;

    public override IRowPass Open() => new ReaderPass(this, execution: null);

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) =>
        reader is DbDataReader ? new AsyncReaderPass(this, execution: null, policy) : Open();

    // The reader, which is then about to be read: a write that was cancelled before has left it as it was. If two writes begin at the same
    // time, one gets it, and the other is refused: each would write only some of the rows.
    public IDataReader Read() => Interlocked.Exchange(ref _isRead, true) ? throw WriteConflict.ReaderIsRead() : reader;
}

// One pass over the rows of a reader.
// rows: those of a reader that the user opens and releases; null if execution opens it, and releases it when the rows end.
internal sealed class ReaderPass(DataReaderRows? rows, CommandExecution? execution) : IRowPass
{
    private IDataReader? _reader;
    private Action<RowEncoder>? _write;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        while (true)
        {
            encoder.Stage = JsonRowStage.Source;
            encoder.Cancellation.ThrowIfCancellationRequested();
            _reader ??= rows?.Read() ?? execution!.Open(isSequential: !encoder.ReplacesByText);
            if (!_reader.Read()) break;
            encoder.Stage = JsonRowStage.Value;
            (_write ??= CreateWriter(_reader, encoder))(encoder);
            if (encoder.BatchIsFull) return this;
        }
        if (execution is not null)
        {
            if (encoder.NeedsColumns) DescribeColumns(encoder);
            execution.End();
        }
        encoder.Stage = JsonRowStage.Value;
        return null;
    }

    public void DescribeColumns(RowEncoder encoder) => encoder.DescribeColumns(ColumnDescription.ColumnsOf(_reader!));

    public void Dispose() => execution?.Abandon();

    // Cells of a reader that is not a DbDataReader are objects.
    private static Action<RowEncoder> CreateWriter(IDataReader reader, RowEncoder encoder) => reader is DbDataReader dbReader
        ? ReaderColumns.WriterOf(dbReader, encoder)
        : new RecordColumns(reader, encoder).WriterOf(new RecordCells(reader));
}

// The same, asynchronously. It waits for nothing but the reader.
internal sealed class AsyncReaderPass(DataReaderRows? rows, CommandExecution? execution, FlushPolicy policy) : AsyncRowPass(policy)
{
    private DbDataReader? _reader;
    private Action<RowEncoder>? _write;

    // The columns of a result without rows: its reader is closed when they are asked for.
    private JsonColumn[]? _columnsOfNoRows;

    public override void DescribeColumns(RowEncoder encoder) =>
        encoder.DescribeColumns(_columnsOfNoRows ?? ColumnDescription.ColumnsOf(_reader!));

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
    {
        if (_reader is null && execution is not null) return OpenAsync(cancellationToken);
        Task<bool> move = (_reader ??= (DbDataReader)rows!.Read()).ReadAsync(cancellationToken);
        if (execution is null || move is { IsCompletedSuccessfully: true, Result: true }) return new ValueTask<bool>(move);
        return EndMoveAsync(move);
    }

    protected override void EncodeCurrent(RowEncoder encoder) => (_write ??= ReaderColumns.WriterOf(_reader!, encoder))(encoder);

    protected override ValueTask DisposeSourceAsync() => execution?.AbandonAsync() ?? default;

    private async ValueTask<bool> OpenAsync(CancellationToken cancellationToken)
    {
        _reader = await execution!.OpenAsync(cancellationToken).ConfigureAwait(false);
        return await EndMoveAsync(_reader.ReadAsync(cancellationToken)).ConfigureAwait(false);
    }

    private async ValueTask<bool> EndMoveAsync(Task<bool> move)
    {
        if (await move.ConfigureAwait(false)) return true;
        if (_write is null) _columnsOfNoRows = ColumnDescription.ColumnsOf(_reader!);
        await execution!.EndAsync().ConfigureAwait(false);
        return false;
    }
}
