namespace RowJson;

internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, RowEncoding<T> encoding) : RowSource
{
    public override bool IsAsync => true;

    public override RowSource For(JsonRowOptions options)
    {
        encoding.Require(options.Context);
        return this;
    }

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) => new AsyncSequencePass<T>(rows, encoding.ForPass(), policy);
}

// One pass, which begins with the first move.
internal sealed class AsyncSequencePass<T>(IAsyncEnumerable<T> rows, RowEncoding<T> encoding, FlushPolicy policy) : AsyncRowPass(policy)
{
    private IAsyncEnumerator<T>? _enumerator;

    public override void DescribeColumns(RowEncoder encoder) => encoding.DescribeColumns(encoder);

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken) =>
        (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();

    protected override void EncodeCurrent(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        T row = _enumerator!.Current;
        encoder.Stage = JsonRowStage.Value;
        encoding.Write(encoder, row);
    }

    protected override ValueTask DisposeSourceAsync()
    {
        (IAsyncEnumerator<T>? enumerator, _enumerator) = (_enumerator, null);
        return enumerator?.DisposeAsync() ?? default;
    }
}
