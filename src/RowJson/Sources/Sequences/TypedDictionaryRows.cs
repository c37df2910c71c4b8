namespace RowJson;

// Rows that are dictionaries, or sequences of pairs, with values of one type: nothing is boxed.
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows, DeclaredPairs declared)
    : SequenceRows<IEnumerable<KeyValuePair<string, TValue>>?, Dictionary<string, TValue>?>(rows)
{
    public override Type? SequenceType => declared.SequenceType;

    private protected override int EncodeItems(RowEncoder encoder, LiveList<Dictionary<string, TValue>?> items, int index, int end)
    {
        // By the declared type, as the serializer does, even if the row's class is derived from it.
        Type type = declared.RowType ?? typeof(Dictionary<string, TValue>);
        while (index < end)
        {
            ReadOnlySpan<Dictionary<string, TValue>?> now = items.Span;
            if (index >= now.Length) break;
            Dictionary<string, TValue>? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row, type);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row) =>
        encoder.WritePairsRow(row, declared.RowType);
}
