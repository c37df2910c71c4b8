namespace RowJson;

// Rows of an asynchronous sequence.
// rows: the rows.
// open: makes what writes a row, for one pass.
// describe: tells the encoder which columns the rows have.
// require: throws what keeps the rows from being written, before anything is.
internal sealed class AsyncSequenceRows<T>(
    IAsyncEnumerable<T> rows, Func<Action<RowEncoder, T>> open, Action<RowEncoder> describe, Action? require = null)
    : AsyncRowSource
{
    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        require?.Invoke();
        return new AsyncSequencePass<T>(rows, open(), describe, policy);
    }
}

// Rows of an asynchronous sequence whose declared type says how they are written.
internal sealed class AsyncDeclaredRows<T>(IAsyncEnumerable<T> rows) : AsyncRowSource
{
    public override object? Identity => rows;

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        RowType<T> type = RowType<T>.Instance;
        if (type.HasContract) RowContract.Of<T>(options.Context);
        Action<RowEncoder>? describe = type.HasContract ? new ObjectPlans<T>(typeInfo: null).DescribeColumns : null;
        return new AsyncSequencePass<T>(rows, type.Open(), describe, policy);
    }
}

// One pass, which begins with the first move.
internal sealed class AsyncSequencePass<T>(
    IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode, Action<RowEncoder>? describe, FlushPolicy policy)
    : AsyncRowPass(policy)
{
    private IAsyncEnumerator<T>? _enumerator;

    public override void DescribeColumns(RowEncoder encoder) => describe?.Invoke(encoder);

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) =>
        (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();

    protected override void EncodeCurrent(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        T row = _enumerator!.Current;
        encoder.Stage = JsonRowStage.Value;
        encode(encoder, row);
    }

    protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
}
