using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// Rows that are dictionaries with values of any type.
// declared: the type that they are declared as, and written by, even if a row's class is derived from it.
internal sealed class DictionaryRowEncoding(Type declared) : RowEncoding<Row?>
{
    public override JsonTypeInfo<Row?>? BatchInfo(RowEncoder encoder) => encoder.Fallback.BatchInfoOf<Row?>(declared, typeof(object));

    public override void Write(RowEncoder encoder, Row? row) => encoder.WriteDictionaryRow(row, declared);

    public override int Write(RowEncoder encoder, LiveList<Row?> items, int index)
    {
        if (BatchInfo(encoder) is { } info) return index + encoder.Fallback.WriteRows(items, index, info);
        while (true)
        {
            ReadOnlySpan<Row?> now = items.Span;
            if (index >= now.Length) return index;
            Row? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row, declared);
            if (encoder.BatchIsFull) return index;
        }
    }
}

// Rows that are dictionaries with values of one type: nothing is boxed.
internal sealed class DictionaryRowEncoding<TValue>(Type declared) : RowEncoding<Dictionary<string, TValue>?>
{
    public override JsonTypeInfo<Dictionary<string, TValue>?>? BatchInfo(RowEncoder encoder) =>
        encoder.Fallback.BatchInfoOf<Dictionary<string, TValue>?>(declared, typeof(TValue));

    public override void Write(RowEncoder encoder, Dictionary<string, TValue>? row) => encoder.WriteDictionaryRow(row, declared);

    public override int Write(RowEncoder encoder, LiveList<Dictionary<string, TValue>?> items, int index)
    {
        if (BatchInfo(encoder) is { } info) return index + encoder.Fallback.WriteRows(items, index, info);
        while (true)
        {
            ReadOnlySpan<Dictionary<string, TValue>?> now = items.Span;
            if (index >= now.Length) return index;
            Dictionary<string, TValue>? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row, declared);
            if (encoder.BatchIsFull) return index;
        }
    }
}

// Rows that are other dictionaries, or sequences of pairs.
internal sealed class PairRowEncoding<T>(PairValues pairs) : RowEncoding<T>
{
    // The kind of dictionary; null where rows are sequences of pairs.
    private readonly Type? _declared = PairValues.IsDictionary(typeof(T)) ? typeof(T) : null;

    public override bool MatchesSerializer => _declared is not null;

    // See PairValues.OfDictionaries.
    public RowSource? OfDictionaries(IEnumerable<T> rows) => pairs.OfDictionaries(rows, _declared, typeof(IEnumerable<T>));

    public override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) =>
        _declared is null ? null : encoder.Fallback.BatchInfoOf<T>(_declared, pairs.ValueType);

    public override void Write(RowEncoder encoder, T row) => pairs.Encode(encoder, row, _declared);
}
