using System.Runtime.ExceptionServices;

namespace RowJson;

// Rows as the serializer sees them that writes several in one call: a sequence that ends where the batch is full. When it is asked for a
// row, the one before is complete: so the end of the complete output is known, whatever happens then.
internal abstract class SerializedRows<T>
{
    // The row under way.
    public T Current { get; protected set; } = default!;

    // The rows that are complete, and their bytes; -1 before the first one.
    public int Count { get; private set; } = -1;

    public int Length { get; private set; }

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
            if (Length >= length || !MoveToNext()) yield break;
            yield return Current;
        }
    }

    // Nothing of the write is kept.
    public virtual void Close() => (Current, Count, Length) = (default!, -1, 0);

    protected abstract bool MoveToNext();
}

internal sealed class SerializedItems<T> : SerializedRows<T>
{
    private LiveList<T> _items;
    private int _next;

    public void SetItems(LiveList<T> items, int start) => (_items, _next) = (items, start);

    public override void Close()
    {
        base.Close();
        _items = default;
    }

    protected override bool MoveToNext()
    {
        if (!_items.TryGetItem(_next, out T row)) return false;
        Current = row;
        _next++;
        return true;
    }
}

// Rows that come one after the other. The serializer never sees a failure of their source: for it, the rows end there.
internal sealed class SerializedEnumeration<T>(RowEncoder encoder) : SerializedRows<T>
{
    private IEnumerator<T>? _rows;
    private bool _isAtRow;
    private T? _last;

    // True once the source has no more rows, or has failed.
    public bool HasEnded { get; private set; }

    public ExceptionDispatchInfo? Failure { get; private set; }

    public void SetRows(IEnumerator<T> rows, bool isAtRow) => (_rows, _isAtRow, HasEnded, Failure) = (rows, isAtRow, false, null);

    public override void Close()
    {
        _last = Current;
        base.Close();
        _rows = null;
    }

    // The row that the batch has come to, which is then forgotten.
    public T TakeLast()
    {
        T last = _last!;
        _last = default;
        return last;
    }

    protected override bool MoveToNext()
    {
        encoder.Stage = JsonRowStage.Source;
        try
        {
            encoder.Cancellation.ThrowIfCancellationRequested();
            HasEnded = !_isAtRow && !_rows!.MoveNext();
            _isAtRow = false;
            if (!HasEnded) Current = _rows!.Current;
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
