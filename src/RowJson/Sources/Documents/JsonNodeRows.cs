namespace RowJson;

// The rows of a mutable JSON array: each node writes itself.
// An array that changes in the meantime makes its enumerator fail, as it does for the serializer.
internal sealed class JsonNodeRows(JsonArray array) : RowSource
{
    public override bool CanBeReadAgain => true;

    public override IRowPass Open() => new Pass(array);

    private sealed class Pass(JsonArray array) : SequencePass<JsonNode?>(array)
    {
        protected override bool TryEncodeBatch(RowEncoder encoder, out bool hasEnded) =>
            hasEnded = encoder is { RowsWritten: 0, HasColumnOptions: false, TakesBatches: true } && encoder.Fallback.TryWriteNodes(array);

        protected override void EncodeRow(RowEncoder encoder, JsonNode? row)
        {
            long start = encoder.BytesWritten;
            encoder.WriteNodeRow(row);
            encoder.Fallback.MeasureNode(encoder.BytesWritten - start);
        }
    }
}
