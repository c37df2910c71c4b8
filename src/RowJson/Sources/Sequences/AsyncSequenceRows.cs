namespace RowJson;

/// <summary>Rows of an asynchronous sequence.</summary>
/// <param name="rows">The rows.</param>
/// <param name="encode">Writes a row.</param>
/// <param name="require">Throws what is wrong before anything is written.</param>
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode, Action? require = null) : AsyncJsonRows
{
    internal override IAsyncRowPass OpenAsync(FlushPolicy policy)
    {
        require?.Invoke();
        return new Pass(rows, encode, policy);
    }

    /// <summary>One pass, which begins with the first move.</summary>
    private sealed class Pass(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode, FlushPolicy policy) : AsyncRowPass(policy)
    {
        private IAsyncEnumerator<T>? _enumerator;

        protected override ValueTask<bool> MoveNextAsync(CancellationToken cancellationToken)
        {
            // A sequence may ignore the token.
            cancellationToken.ThrowIfCancellationRequested();
            return (_enumerator ??= rows.GetAsyncEnumerator(cancellationToken)).MoveNextAsync();
        }

        protected override void EncodeCurrent(RowEncoder encoder) => encode(encoder, _enumerator!.Current);

        protected override ValueTask DisposeSourceAsync() => _enumerator?.DisposeAsync() ?? default;
    }
}
