using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

/// <summary>Rows that are dictionaries or sequences of pairs, in whatever sequence they come.</summary>
internal sealed class DictionaryRows(IEnumerable<IEnumerable<Pair>?> rows) : SequenceRows<IEnumerable<Pair>?, Row?>(rows)
{
    private protected override int EncodeItems(RowEncoder encoder, LiveList<Row?> items, int index, int end)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyRow(typeof(Row));
        while (index < end)
        {
            ReadOnlySpan<Row?> now = items.Span;
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

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<Pair>? row) => Encode(encoder, row);

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
