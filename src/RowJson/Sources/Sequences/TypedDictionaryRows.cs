using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>Rows that are dictionaries with values of one type: nothing is boxed.</summary>
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override int ListLength => LiveList<Dictionary<string, TValue>?>.CountOf(rows);

    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        if (!LiveList<Dictionary<string, TValue>?>.TryGet(rows, out LiveList<Dictionary<string, TValue>?> list))
            return EncodeSequence(encoder, ref cursor);
        cursor.Index = EncodeRows(encoder, list, cursor.Index, int.MaxValue);
        return cursor.Index < list.Count;
    }

    internal override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        LiveList<Dictionary<string, TValue>?>.TryGet(rows, out LiveList<Dictionary<string, TValue>?> list);
        return EncodeRows(encoder, list, start, end);
    }

    private static int EncodeRows(RowEncoder encoder, LiveList<Dictionary<string, TValue>?> rows, int index, int end)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue))
            && encoder.WritesDirectlyRow(typeof(Dictionary<string, TValue>));
        while (index < end)
        {
            ReadOnlySpan<Dictionary<string, TValue>?> now = rows.Span;
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

    private bool EncodeSequence(RowEncoder encoder, ref RowCursor cursor)
    {
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue));
        var enumerator = (IEnumerator<IEnumerable<KeyValuePair<string, TValue>>?>)(cursor.Enumerator ??= RowEnumerator.Open(rows));
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current, direct);
            if (encoder.BatchIsFull) return true;
        }
        return false;
    }

    private static void Encode(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row, bool direct)
    {
        if (row is JsonNode node) encoder.WriteNodeRow(node);
        else if (row is null || !direct || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteRowViaSerializer(row);
        else if (row is Dictionary<string, TValue> dictionary) encoder.WriteRow(dictionary);
        else encoder.WriteRow(row);
    }
}
