namespace RowJson;

/// <summary>Rows whose type is known only when they come.</summary>
internal sealed class MixedRows(IEnumerable<object?> rows) : SequenceRows<object?>(rows)
{
    private protected override void EncodeRow(RowEncoder encoder, object? row) => Encode(encoder, row);

    /// <summary>Writes one row by its runtime type.</summary>
    public static void Encode(RowEncoder encoder, object? row) => encoder.WriteAnyRow(row);
}
