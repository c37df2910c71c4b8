namespace RowJson;

// A pass over rows that come one after the other. isLive: lists may be read by index; false: all is as the serializer does it.
internal sealed class SequencePass<T>(IEnumerable<T> rows, RowEncoding<T> encoding, bool isLive = true) : IRowPass
{
    private IEnumerator<T>? _enumerator;

    // The enumerator is at a row that is not written.
    private bool _isAtRow;

    public T Current { get; private set; } = default!;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        if (encoder.RowsWritten == 0 && encoding.TryWriteAll(encoder, rows)) return null;
        if (encoding.BatchInfo(encoder) is { } info) return EncodeBatch(encoder, info) ? null : this;
        while (Peek(encoder))
        {
            _isAtRow = false;
            encoding.Write(encoder, Current);
            if (encoder.BatchIsFull) return this;
        }
        return null;
    }

    // Moves to the next row, if that has not been done; false if there is none.
    public bool Peek(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        encoder.Cancellation.ThrowIfCancellationRequested();
        _enumerator ??= Open();
        if (!_isAtRow && (_isAtRow = _enumerator.MoveNext())) Current = _enumerator.Current;
        // A failure of the source at this point is still one of the rows.
        if (!_isAtRow) Dispose();
        encoder.Stage = JsonRowStage.Value;
        return _isAtRow;
    }

    public void DescribeColumns(RowEncoder encoder) => encoding.DescribeColumns(encoder);

    // Disposes once, whatever the disposal throws.
    public void Dispose()
    {
        (IEnumerator<T>? enumerator, _enumerator) = (_enumerator, null);
        enumerator?.Dispose();
    }

    // Has the serializer write rows until the batch is full; true if there are no more.
    private bool EncodeBatch(RowEncoder encoder, JsonTypeInfo<T> info)
    {
        encoder.Stage = JsonRowStage.Source;
        // One that is null fails here, as it does where rows are read one by one.
        _ = (_enumerator ??= Open()).GetType();
        encoder.Stage = JsonRowStage.Value;
        long start = encoder.BytesWritten;
        (bool isAtRow, bool hasEnded) = (_isAtRow, false);
        _isAtRow = false;
        try
        {
            encoder.Fallback.WriteBatch(_enumerator, isAtRow, info, out hasEnded);
        }
        finally
        {
            // The last row, if it has failed.
            Current = encoder.Fallback.TakeLastRow<T>();
        }
        encoding.Count(encoder.Context, encoder.BytesWritten - start);
        encoder.Stage = JsonRowStage.Source;
        if (hasEnded) Dispose();
        encoder.Stage = JsonRowStage.Value;
        return hasEnded;
    }

    private IEnumerator<T> Open() => !isLive ? rows.GetEnumerator() : Enumerate(rows)
        ?? throw new InvalidOperationException("The sequence has no enumerator: its GetEnumerator() has returned null.");

    // Lists are read by index, whatever type their rows are declared as: as for the serializer, a row may change the list.
    public static IEnumerator<T> Enumerate(IEnumerable<T> rows) =>
        rows is IReadOnlyList<T> list && rows.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(List<>)
            ? ReadByIndex(list)
            : rows.GetEnumerator();

    public static IEnumerator<T> ReadByIndex(IReadOnlyList<T> rows)
    {
        for (int i = 0; i < rows.Count; i++) yield return rows[i];
    }
}
