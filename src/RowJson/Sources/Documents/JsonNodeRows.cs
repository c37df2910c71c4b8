using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>The rows of a mutable JSON array: each node writes itself.</summary>
internal sealed class JsonNodeRows(JsonArray array) : JsonRows
{
    internal override bool EncodePiece(RowEncoder encoder, ref RowCursor cursor)
    {
        while (cursor.Index < array.Count)
        {
            encoder.WriteNodeRow(array[cursor.Index++]);
            if (encoder.PieceIsFull) return true;
        }
        return false;
    }
}
