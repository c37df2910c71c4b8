namespace RowJson;

// Rows that are elements of documents, in any sequence.
internal sealed class JsonElementSequenceRows(IEnumerable<JsonElement> rows) : SequenceRows<JsonElement>(rows)
{
    public override Type? SequenceType => typeof(IEnumerable<JsonElement>);

    private protected override void EncodeRow(RowEncoder encoder, JsonElement row) => encoder.WriteElementRow(row);
}
