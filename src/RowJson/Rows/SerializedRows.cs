namespace RowJson;

// The rows that the serializer writes in one call: a sequence that ends when the batch is full. When the serializer asks for a row, the one
// before is complete: so the end of the complete output is known, whatever happens then.
internal sealed class SerializedRows<T>(RowEncoder encoder) : IDisposable
{
    // The remaining rows of a list.
    private LiveList<T> _items;
    private int _next;

    // Rows that come one after the other; null for those of a list.
    private IEnumerator<T>? _rows;
    private bool _isAtRow;

    // The row under way.
    public T Current { get; private set; } = default!;

    // The rows that are complete, and their bytes; -1 before the first one.
    public int Count { get; private set; } = -1;

    public int Length { get; private set; }

    // True once rows that come one after the other have ended, or their source has failed.
    public bool HasEnded { get; private set; }

    public ExceptionDispatchInfo? Failure { get; private set; }

    public void SetItems(LiveList<T> items, int start) => (_items, _next, _rows) = (items, start, null);

    public void SetRows(IEnumerator<T> rows, bool isAtRow) => (_rows, _isAtRow, HasEnded, Failure) = (rows, isAtRow, false, null);

    // The rows from the next one on, until they have so many bytes.
    public IEnumerable<T> Open(Utf8JsonWriter writer, int length)
    {
        long begin = 0;
        while (true)
        {
            long written = writer.BytesCommitted + writer.BytesPending;
            // The bracket is there when the first row is asked for.
            if (Count < 0) begin = written;
            else if (written - begin <= Length) throw OutputWriter.NoValue();
            Length = (int)(written - begin);
            Count++;
            if (Length >= length || !(_rows is null ? MoveToItem() : MoveToRow(_rows))) yield break;
            yield return Current;
        }
    }

    // Ends a batch. Only the current row of a sequence and its failure are kept, until that row is taken.
    public void Dispose()
    {
        if (_rows is null) Current = default!;
        (_items, _rows, Count, Length) = (default, null, -1, 0);
    }

    public T TakeLast()
    {
        T last = Current;
        (Current, Failure) = (default!, null);
        return last;
    }

    private bool MoveToItem()
    {
        if (!_items.TryGetItem(_next, out T row)) return false;
        Current = row;
        _next++;
        return true;
    }

    // The serializer never sees a failure of the rows' source: for it, the rows end there.
    private bool MoveToRow(IEnumerator<T> rows)
    {
        encoder.Stage = JsonRowStage.Source;
        try
        {
            encoder.Cancellation.ThrowIfCancellationRequested();
            HasEnded = !_isAtRow && !rows.MoveNext();
            _isAtRow = false;
            if (!HasEnded) Current = rows.Current;
        }
        catch (Exception exception)
        {
            Failure = ExceptionDispatchInfo.Capture(exception);
            HasEnded = true;
        }
        encoder.Stage = JsonRowStage.Value;
        return !HasEnded;
    }
}
