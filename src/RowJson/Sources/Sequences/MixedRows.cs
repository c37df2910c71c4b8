using System.Text.Json;

namespace RowJson;

/// <summary>Rows whose type is known only when they come.</summary>
internal sealed class MixedRows(IEnumerable<object?> rows) : SequenceRows<object?>(rows)
{
    private protected override void EncodeRow(RowEncoder encoder, object? row) => Encode(encoder, row);

    /// <summary>Writes one row by its runtime type.</summary>
    public static void Encode(RowEncoder encoder, object? row)
    {
        switch (row)
        {
            // What the serializer sees as one object it may also see through a user's converter for objects.
            case IEnumerable<KeyValuePair<string, object?>> pairs when IsOurs(encoder, pairs):
                DictionaryRows.Encode(encoder, pairs);
                break;
            case IEnumerable<KeyValuePair<string, object?>> pairs when !encoder.IsOneObject(pairs):
                encoder.WriteOrdinaryCells(pairs);
                break;
            case JsonElement element when encoder.WritesObjectsDirectly: encoder.WriteElementRow(element); break;
            default: encoder.WriteRowViaSerializer(row); break;
        }
    }

    private static bool IsOurs(RowEncoder encoder, object row) => encoder.WritesDirectly && encoder.WritesDirectlyRow(row.GetType());
}
