using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

/// <summary>Rows that are dictionaries or sequences of pairs, in whatever sequence they come.</summary>
internal sealed class DictionaryRows(IEnumerable<IEnumerable<Pair>?> rows) : SequenceRows<IEnumerable<Pair>?, Row?>(rows)
{
    private protected override int EncodeItems(RowEncoder encoder, LiveList<Row?> items, int index, int end)
    {
        while (index < end)
        {
            ReadOnlySpan<Row?> now = items.Span;
            if (index >= now.Length) break;
            Row? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<Pair>? row) => Encode(encoder, row);

    /// <summary>Writes one row by its concrete type.</summary>
    public static void Encode(RowEncoder encoder, IEnumerable<Pair>? row) => encoder.WritePairsRow(row);
}
