namespace RowJson;

/// <summary>Rows that are dictionaries with values of one type: nothing is boxed.</summary>
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows)
    : SequenceRows<IEnumerable<KeyValuePair<string, TValue>>?, Dictionary<string, TValue>?>(rows)
{
    private protected override int EncodeItems(RowEncoder encoder, LiveList<Dictionary<string, TValue>?> items, int index, int end)
    {
        while (index < end)
        {
            ReadOnlySpan<Dictionary<string, TValue>?> now = items.Span;
            if (index >= now.Length) break;
            Dictionary<string, TValue>? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row) => encoder.WritePairsRow(row);
}
