using System.Runtime.InteropServices;

namespace RowJson;

/// <summary>Rows that are dictionaries or sequences of pairs, in whatever sequence they come.</summary>
internal sealed class DictionaryRows(IEnumerable<IEnumerable<KeyValuePair<string, object?>>?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor) =>
        RowSpan.TryGet(rows, out ReadOnlySpan<Dictionary<string, object?>?> span)
            ? EncodeSpan(encoder, span, ref cursor)
            : EncodeSequence(encoder, ref cursor);

    internal override int ListLength => RowSpan.Count<Dictionary<string, object?>?>(rows);

    internal override int EncodeRange(RowEncoder encoder, int start, int end)
    {
        RowSpan.TryGet(rows, out ReadOnlySpan<Dictionary<string, object?>?> span);
        var cursor = new RowCursor { Index = start };
        EncodeSpan(encoder, span[..end], ref cursor);
        return cursor.Index;
    }

    private static bool EncodeSpan(RowEncoder encoder, ReadOnlySpan<Dictionary<string, object?>?> rows, ref RowCursor cursor)
    {
        // By the type that the list declares, whatever classes are derived from it: as the serializer does.
        bool direct = encoder.WritesDirectly && encoder.WritesDirectlyRow(typeof(Dictionary<string, object?>));
        while (cursor.Index < rows.Length)
        {
            Dictionary<string, object?>? row = rows[cursor.Index];
            if (row is { Count: >= RowPrefetch.MinCells }) RowPrefetch.Row(rows, cursor.Index);
            if (direct && row is not null) encoder.WriteRow(row);
            else encoder.WriteOrdinaryRow(row);
            cursor.Index++;
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    private bool EncodeSequence(RowEncoder encoder, ref RowCursor cursor)
    {
        var enumerator = (IEnumerator<IEnumerable<KeyValuePair<string, object?>>?>)(cursor.Enumerator ??= rows.GetEnumerator());
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    /// <summary>Writes one row by its concrete type.</summary>
    public static void Encode(RowEncoder encoder, IEnumerable<KeyValuePair<string, object?>>? row)
    {
        if (row is null || !encoder.WritesDirectly || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteOrdinaryRow(row);
        else if (row is Dictionary<string, object?> dictionary) encoder.WriteRow(dictionary);
        else if (row is List<KeyValuePair<string, object?>> list) encoder.WriteRow(CollectionsMarshal.AsSpan(list));
        else if (row is KeyValuePair<string, object?>[] array) encoder.WriteRow(array);
        else encoder.WriteRow(row);
    }
}
