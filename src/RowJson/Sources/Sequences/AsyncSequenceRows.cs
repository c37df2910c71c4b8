namespace RowJson;

/// <summary>Rows of an asynchronous sequence, each written by <paramref name="encode"/>.</summary>
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode) : AsyncJsonRows
{
    internal override RowPass OpenAsync(JsonRowOptions options) => new Pass(rows, encode, options);

    /// <summary>One pass, which begins with the first move.</summary>
    private sealed class Pass(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode, JsonRowOptions options)
        : AsyncRowPass(options.FlushInterval)
    {
        private IAsyncEnumerator<T>? _enumerator;

        protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
        {
            // A sequence that pays no heed to the token must not run on.
            cancellationToken.ThrowIfCancellationRequested();
            return (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();
        }

        protected override void EncodeCurrent(RowEncoder encoder) => encode(encoder, _enumerator!.Current);

        protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
    }
}
