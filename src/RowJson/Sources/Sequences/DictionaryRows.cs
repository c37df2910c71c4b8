using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

/// <summary>Rows that are dictionaries or sequences of pairs, in whatever sequence they come.</summary>
internal sealed class DictionaryRows(IEnumerable<IEnumerable<Pair>?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override int ListLength => LiveList<Row?>.CountOf(rows);

    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        if (!LiveList<Row?>.TryGet(rows, out LiveList<Row?> list)) return EncodeSequence(encoder, ref cursor);
        cursor.Index = EncodeRows(encoder, list, cursor.Index, int.MaxValue);
        return cursor.Index < list.Count;
    }

    internal override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        LiveList<Row?>.TryGet(rows, out LiveList<Row?> list);
        return EncodeRows(encoder, list, start, end);
    }

    private static int EncodeRows(RowEncoder encoder, LiveList<Row?> rows, int index, int end)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyRow(typeof(Row));
        while (index < end)
        {
            ReadOnlySpan<Row?> now = rows.Span;
            if (index >= now.Length) break;
            Row? row = now[index];
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
        var enumerator = (IEnumerator<IEnumerable<Pair>?>)(cursor.Enumerator ??= RowEnumerator.Open(rows));
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current);
            if (encoder.BatchIsFull) return true;
        }
        return false;
    }

    /// <summary>Writes one row by its concrete type.</summary>
    public static void Encode(RowEncoder encoder, IEnumerable<Pair>? row)
    {
        if (row is null || !encoder.WritesDirectly || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteRowViaSerializer(row);
        else if (row is Row dictionary) encoder.WriteRow(dictionary);
        else if (row is List<Pair> list) encoder.WriteRow(list);
        else if (row is Pair[] array) encoder.WriteRow(array);
        else encoder.WriteRow(row);
    }
}
