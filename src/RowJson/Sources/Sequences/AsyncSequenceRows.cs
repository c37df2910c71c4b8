namespace RowJson;

/// <summary>Rows of an asynchronous sequence.</summary>
/// <param name="rows">The rows.</param>
/// <param name="items">Writes them.</param>
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, RowItems<T> items) : AsyncRowSource
{
    /// <summary>As of <see cref="SequenceRows{T}.Identity"/>.</summary>
    public override object? Identity => HasIdentity ? rows : null;

    /// <summary>Rows are written by the options that the sequence is written with.</summary>
    public bool HasIdentity { get; init; }

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy)
    {
        items.Require(options.Context);
        return new AsyncSequencePass<T>(rows, items.ForPass(), policy);
    }
}

/// <summary>One pass, which begins with the first move.</summary>
internal sealed class AsyncSequencePass<T>(IAsyncEnumerable<T> rows, RowItems<T> items, FlushPolicy policy) : AsyncRowPass(policy)
{
    private IAsyncEnumerator<T>? _enumerator;

    public override void DescribeColumns(RowEncoder encoder) => items.DescribeColumns(encoder);

    protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
    {
        // A sequence may ignore the token.
        cancellationToken.ThrowIfCancellationRequested();
        return (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();
    }

    protected override void EncodeCurrent(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        T row = _enumerator!.Current;
        encoder.Stage = JsonRowStage.Value;
        items.Write(encoder, row);
    }

    protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
}
