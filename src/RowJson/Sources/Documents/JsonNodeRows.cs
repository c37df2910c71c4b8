namespace RowJson;

// The rows of a mutable JSON array: each node writes itself, whatever converters there are.
// An array that changes in the meantime makes its enumerator fail, as it does for the serializer.
internal sealed class JsonArrayItems : RowItems<JsonNode?>
{
    // The metadata names the rows; it writes none of them.
    public override JsonTypeInfo<JsonNode?>? BatchInfo(RowEncoder encoder) =>
        encoder is { HasColumnOptions: false, TakesBatches: true }
        && encoder.Context.Traits.Options.TryGetTypeInfo(typeof(JsonNode), out JsonTypeInfo? info) ? (JsonTypeInfo<JsonNode?>)info : null;

    public override bool TryWriteAll(RowEncoder encoder, IEnumerable<JsonNode?> rows) =>
        encoder is { HasColumnOptions: false, TakesBatches: true } && encoder.Fallback.TryWriteNodes((JsonArray)rows);

    public override void Write(RowEncoder encoder, JsonNode? row) => encoder.WriteNodeRow(row);
}
