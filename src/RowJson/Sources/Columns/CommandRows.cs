namespace RowJson;

// The rows of a command's first result. Each pass executes the command, and releases its reader when the rows end.
internal sealed class CommandRows(DbCommand command, CommandBehavior behavior) : RowSource
{
    public override IRowPass Open() => new Pass(new CommandExecution(command, behavior));

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) =>
        new AsyncPass(new CommandExecution(command, behavior), policy);

    private sealed class Pass(CommandExecution execution) : IRowPass
    {
        private IRowPass? _rows;

        public IRowPass? EncodeBatch(RowEncoder encoder)
        {
            encoder.Stage = JsonRowStage.Source;
            _rows ??= new DataReaderRows(execution.Open(isSequential: !encoder.ReplacesByText)).Open();
            if (_rows.EncodeBatch(encoder) is not null) return this;
            encoder.Stage = JsonRowStage.Source;
            if (encoder.NeedsColumns) _rows.DescribeColumns(encoder);
            execution.End();
            encoder.Stage = JsonRowStage.Value;
            return null;
        }

        public void Dispose() => execution.Abandon();
    }

    private sealed class AsyncPass(CommandExecution execution, FlushPolicy policy) : AsyncReaderPass(policy)
    {
        // The columns of a result without rows: its reader is closed when they are asked for.
        private JsonColumn[] _columnsOfNoRows = [];

        public override void DescribeColumns(RowEncoder encoder) => encoder.DescribeColumns(_columnsOfNoRows);

        protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
        {
            if (Reader is null) return OpenAsync(cancellationToken);
            ValueTask<bool> move = base.MoveNextAsync(cancellationToken);
            return move is { IsCompletedSuccessfully: true, Result: true } ? new ValueTask<bool>(true) : EndAsync(move);
        }

        protected override ValueTask DisposeSourceAsync() => execution.AbandonAsync();

        private async ValueTask<bool> OpenAsync(CancellationToken cancellationToken)
        {
            Reader = await execution.OpenAsync(cancellationToken).ConfigureAwait(false);
            if (await base.MoveNextAsync(cancellationToken).ConfigureAwait(false)) return true;
            _columnsOfNoRows = ColumnDescription.ColumnsOf(Reader);
            await execution.EndAsync().ConfigureAwait(false);
            return false;
        }

        private async ValueTask<bool> EndAsync(ValueTask<bool> move)
        {
            if (await move.ConfigureAwait(false)) return true;
            await execution.EndAsync().ConfigureAwait(false);
            return false;
        }
    }
}
