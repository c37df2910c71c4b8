namespace RowJson;

// Rows of an asynchronous sequence.
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, RowItems<T> items) : AsyncRowSource
{
    // As of SequenceRows<T>.
    public Type? SequenceType { get; init; }

    public override RowRoot RootFor(JsonRowOptions options) =>
        ReferencingRows<T>.Has(items, SequenceType, options) ? RowRoot.Sequence : RowRoot.Rows;

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        items.Require(options.Context);
        return RootFor(options) == RowRoot.Sequence
            ? new ReferencingPass<T>(rows, ReferencingRows<T>.InfoFor(options.SerializerOptions))
            : new AsyncSequencePass<T>(rows, items.ForPass(), policy);
    }
}

// One pass, which begins with the first move.
internal sealed class AsyncSequencePass<T>(IAsyncEnumerable<T> rows, RowItems<T> items, FlushPolicy policy) : AsyncRowPass(policy)
{
    private IAsyncEnumerator<T>? _enumerator;

    public override void DescribeColumns(RowEncoder encoder) => items.DescribeColumns(encoder);

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) =>
        (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();

    protected override void EncodeCurrent(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        T row = _enumerator!.Current;
        encoder.Stage = JsonRowStage.Value;
        items.Write(encoder, row);
    }

    protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
}
