namespace RowJson;

// Rows of an asynchronous sequence.
// rows: the rows.
// items: writes them.
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, RowItems<T> items) : AsyncRowSource
{
    // As of SequenceRows<T>.
    public Type? SequenceType { get; init; }

    public override RowRoot RootFor(JsonRowOptions options) =>
        ReferencingRows<T>.Has(items, SequenceType, options) ? RowRoot.Sequence : RowRoot.Rows;

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        items.Require(options.Context);
        RowItems<T> ofPass = RootFor(options) == RowRoot.Sequence
            ? new ReferencingItems<T>(ReferencingRows<T>.InfoFor(options))
            : items.ForPass();
        return new AsyncSequencePass<T>(rows, ofPass, policy);
    }
}

// One pass, which begins with the first move.
internal sealed class AsyncSequencePass<T>(IAsyncEnumerable<T> rows, RowItems<T> items, FlushPolicy policy) : AsyncRowPass(policy)
{
    private IAsyncEnumerator<T>? _enumerator;

    public override void DescribeColumns(RowEncoder encoder) => items.DescribeColumns(encoder);

    public override long CountRows(RowEncoder encoder) => items.CountRows(encoder);

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) =>
        (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();

    protected override void EncodeCurrent(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        T row = _enumerator!.Current;
        encoder.Stage = JsonRowStage.Value;
        items.Write(encoder, row);
    }

    protected override void EncodeEnd(RowEncoder encoder) => items.Complete(encoder);

    protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
}
