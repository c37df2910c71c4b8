using System.Text.Json;

namespace RowJson;

/// <summary>Rows that are elements of documents, in whatever sequence they come.</summary>
internal sealed class JsonElementSequenceRows(IEnumerable<JsonElement> rows) : JsonRows
{
    internal override object? Identity => rows;

    internal override bool EncodeBatch(RowEncoder encoder, ref RowCursor cursor)
    {
        var enumerator = (IEnumerator<JsonElement>)(cursor.Enumerator ??= RowEnumerator.Open(rows));
        while (enumerator.MoveNext())
        {
            encoder.WriteElementRow(enumerator.Current);
            if (encoder.BatchIsFull) return true;
        }
        return false;
    }
}
