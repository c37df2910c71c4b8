namespace RowJson;

/// <summary>Rows of an asynchronous sequence, each written by <paramref name="encode"/>.</summary>
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode) : AsyncJsonRows
{
    internal override RowPieces OpenAsync() => new Pieces(rows, encode);

    /// <summary>One pass, which begins with the first piece.</summary>
    private sealed class Pieces(IAsyncEnumerable<T> rows, Action<RowEncoder, T> encode) : RowPieces
    {
        private IAsyncEnumerator<T>? _enumerator;

        public override async ValueTask<bool> EncodePieceAsync(RowEncoder encoder, CancellationToken cancellationToken)
        {
            _enumerator ??= rows.GetAsyncEnumerator(cancellationToken);
            while (await _enumerator.MoveNextAsync().ConfigureAwait(false))
            {
                encode(encoder, _enumerator.Current);
                if (encoder.PieceIsFull) return true;
                // A sequence that pays no heed to the token must not run on.
                cancellationToken.ThrowIfCancellationRequested();
            }
            return false;
        }

        /// <summary>Every move is awaited above: none is pending when this is called.</summary>
        public override ValueTask DisposeAsync()
        {
            IAsyncEnumerator<T>? enumerator = _enumerator;
            _enumerator = null;
            return enumerator?.DisposeAsync() ?? default;
        }
    }
}
