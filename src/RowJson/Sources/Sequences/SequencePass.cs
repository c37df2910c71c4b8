namespace RowJson;

// A pass over rows that come one after the other.
internal abstract class SequencePass<T>(IEnumerable<T> rows) : IRowPass
{
    private IEnumerator<T>? _enumerator;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        if (TryEncodeBatch(encoder, out bool hasEnded)) return hasEnded ? null : this;
        while (MoveNext(encoder, out T? row))
        {
            EncodeRow(encoder, row);
            if (encoder.BatchIsFull) return this;
        }
        return null;
    }

    public virtual void DescribeColumns(RowEncoder encoder)
    {
    }

    public void Dispose() => _enumerator?.Dispose();

    // Has rows written all at once until the batch is full; false, with nothing done, where each is written alone.
    protected virtual bool TryEncodeBatch(RowEncoder encoder, out bool hasEnded) => hasEnded = false;

    // What the rows come from, which is opened when it is first asked for.
    protected IEnumerator<T> OpenRows(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        _enumerator ??= RowEnumerator.Open(rows);
        encoder.Stage = JsonRowStage.Value;
        return _enumerator;
    }

    // Writes one row.
    protected abstract void EncodeRow(RowEncoder encoder, T row);

    private bool MoveNext(RowEncoder encoder, [MaybeNullWhen(false)] out T row)
    {
        encoder.Stage = JsonRowStage.Source;
        encoder.Cancellation.ThrowIfCancellationRequested();
        _enumerator ??= RowEnumerator.Open(rows);
        bool hasRow = _enumerator.MoveNext();
        row = hasRow ? _enumerator.Current : default;
        encoder.Stage = JsonRowStage.Value;
        return hasRow;
    }
}
