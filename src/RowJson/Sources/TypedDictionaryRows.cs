using System.Runtime.InteropServices;
using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>Rows that are dictionaries with values of one type: nothing is boxed.</summary>
internal sealed class TypedDictionaryRows<TValue>(IEnumerable<IEnumerable<KeyValuePair<string, TValue>>?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor)
    {
        if (rows is List<Dictionary<string, TValue>?> list) return EncodeSpan(encoder, CollectionsMarshal.AsSpan(list), ref cursor);
        var enumerator = (IEnumerator<IEnumerable<KeyValuePair<string, TValue>>?>)(cursor.Enumerator ??= rows.GetEnumerator());
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    private static bool EncodeSpan(RowEncoder encoder, ReadOnlySpan<Dictionary<string, TValue>?> rows, ref RowCursor cursor)
    {
        while (cursor.Index < rows.Length)
        {
            Encode(encoder, rows[cursor.Index++]);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    private static void Encode(RowEncoder encoder, IEnumerable<KeyValuePair<string, TValue>>? row)
    {
        if (row is JsonNode node) encoder.WriteRow(node);
        else if (row is null || !encoder.WritesDirectly || !encoder.WritesDirectlyRow(row.GetType())) encoder.WriteOrdinaryRow(row);
        else if (row is Dictionary<string, TValue> dictionary) encoder.WriteRow(dictionary);
        else encoder.WriteRow(row);
    }
}
