using System.Text.Json;
using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>Rows whose type is known only when they come.</summary>
internal sealed class MixedRows(IEnumerable<object?> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor)
    {
        var enumerator = (IEnumerator<object?>)(cursor.Enumerator ??= rows.GetEnumerator());
        while (enumerator.MoveNext())
        {
            Encode(encoder, enumerator.Current);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }

    /// <summary>Writes one row by its runtime type.</summary>
    public static void Encode(RowEncoder encoder, object? row)
    {
        switch (row)
        {
            case IEnumerable<KeyValuePair<string, object?>> pairs: DictionaryRows.Encode(encoder, pairs); break;
            case JsonElement element: encoder.WriteRow(element); break;
            case JsonNode node: encoder.WriteRow(node); break;
            default: encoder.WriteOrdinaryRow(row); break;
        }
    }
}
