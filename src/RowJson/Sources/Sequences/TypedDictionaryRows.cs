using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>Rows that are dictionaries with values of one type: nothing is boxed.</summary>
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows)
    : SequenceRows<IEnumerable<KeyValuePair<string, TValue>>?, Dictionary<string, TValue>?>(rows)
{
    private protected override int EncodeItems(RowEncoder encoder, LiveList<Dictionary<string, TValue>?> items, int index, int end)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue))
            && encoder.WritesDirectlyRow(typeof(Dictionary<string, TValue>));
        while (index < end)
        {
            ReadOnlySpan<Dictionary<string, TValue>?> now = items.Span;
            if (index >= now.Length) break;
            Dictionary<string, TValue>? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            if (direct && row is not null) encoder.WriteRow(row);
            else encoder.WriteRowViaSerializer(row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row)
    {
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue));
        if (row is JsonNode node) encoder.WriteNodeRow(node);
        else if (row is null || !direct || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteRowViaSerializer(row);
        else if (row is Dictionary<string, TValue> dictionary) encoder.WriteRow(dictionary);
        else encoder.WriteRow(row);
    }
}
