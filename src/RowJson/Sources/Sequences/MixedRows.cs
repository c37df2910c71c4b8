namespace RowJson;

// Rows whose type is known only when they come.
internal sealed class MixedRows(IEnumerable<object?> rows) : SequenceRows<object?>(rows)
{
    public override Type? SequenceType => typeof(IEnumerable<object>);

    private protected override void EncodeRow(RowEncoder encoder, object? row) => encoder.WriteAnyRow(row);
}
