using System.Text.Json.Nodes;

namespace RowJson;

/// <summary>The rows of a mutable JSON array: each node writes itself.</summary>
internal sealed class JsonNodeRows(JsonArray array) : JsonRows
{
    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        // An array that changes in the meantime makes its enumerator fail, as it does for the serializer.
        var enumerator = (IEnumerator<JsonNode?>)(cursor.Enumerator ??= array.GetEnumerator());
        while (enumerator.MoveNext())
        {
            encoder.WriteNodeRow(enumerator.Current);
            if (encoder.BatchIsFull) return true;
        }
        return false;
    }
}
