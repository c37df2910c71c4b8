using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>Rows that are dictionaries with values of one type: nothing is boxed.</summary>
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor)
    {
        if (RowSpan.TryGet(rows, out ReadOnlySpan<Dictionary<string, TValue>?> span)) return EncodeSpan(encoder, span, ref cursor);
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue));
        var enumerator = (IEnumerator<IEnumerable<KeyValuePair<string, TValue>>?>)(cursor.Enumerator ??= rows.GetEnumerator());
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current, direct);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    internal override int ListLength => RowSpan.Count<Dictionary<string, TValue>?>(rows);

    internal override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        RowSpan.TryGet(rows, out ReadOnlySpan<Dictionary<string, TValue>?> span);
        var cursor = new RowCursor { Index = start };
        EncodeSpan(encoder, span[..end], ref cursor);
        return cursor.Index;
    }

    private static bool EncodeSpan(RowEncoder encoder, ReadOnlySpan<Dictionary<string, TValue>?> rows, ref RowCursor cursor)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyValue(typeof(TValue))
            && encoder.WritesDirectlyRow(typeof(Dictionary<string, TValue>));
        while (cursor.Index < rows.Length)
        {
            Dictionary<string, TValue>? row = rows[cursor.Index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(rows, cursor.Index);
            if (direct && row is not null) encoder.WriteRow(row);
            else encoder.WriteOrdinaryRow(row);
            cursor.Index++;
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    private static void Encode(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row, bool direct)
    {
        if (row is JsonNode node) encoder.WriteNodeRow(node);
        else if (row is null || !direct || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteOrdinaryRow(row);
        else if (row is Dictionary<string, TValue> dictionary) encoder.WriteRow(dictionary);
        else encoder.WriteRow(row);
    }
}
