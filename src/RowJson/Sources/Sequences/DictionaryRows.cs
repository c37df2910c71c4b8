using Pair = System.Collections.Generic.KeyValuePair<string, object?>;
using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// Rows that are dictionaries or sequences of pairs, in any sequence.
// rows: the rows.
// declared: what the rows and their sequence are declared as.
internal sealed class DictionaryRows(IEnumerable<IEnumerable<Pair>?> rows, DeclaredPairs declared)
    : SequenceRows<IEnumerable<Pair>?, Row?>(rows)
{
    public override Type? SequenceType => declared.SequenceType;

    private protected override int EncodeItems(RowEncoder encoder, LiveList<Row?> items, int index, int end) =>
        // By the declared type, as the serializer does, even if the row's class is derived from it.
        WriteItems(encoder, items, declared.RowType ?? typeof(Row), index, end);

    // Writes rows of a list until the encoder's batch is full, or to before end; returns the first that is not written.
    public static int WriteItems(RowEncoder encoder, LiveList<Row?> items, Type type, int index, int end)
    {
        while (index < end)
        {
            ReadOnlySpan<Row?> now = items.Span;
            if (index >= now.Length) break;
            Row? row = now[index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(now, index);
            index++;
            encoder.WriteDictionaryRow(row, type);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }

    private protected override void EncodeRow(RowEncoder encoder, IEnumerable<Pair>? row) => encoder.WritePairsRow(row, declared.RowType);
}
