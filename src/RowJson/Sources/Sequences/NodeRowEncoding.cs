namespace RowJson;

// Rows that are declared as nodes of mutable documents: each writes itself, if no converter is for them.
// encode: writes a row if rows are written one by one.
internal class NodeRowEncoding<T>(Action<RowEncoder, T> encode) : RowEncoding<T>
{
    public sealed override void Write(RowEncoder encoder, T row) => encode(encoder, row);

    public override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) =>
        encoder is { HasColumnOptions: false, TakesBatches: true, WritesDirectly: true, Context.Traits: var traits }
        && traits.IsBuiltIn(typeof(T)) && traits.IsBuiltIn(typeof(JsonNode)) ? encoder.Fallback.BatchInfoOf<T>() : null;

    public sealed override bool TryWriteAll(RowEncoder encoder, IEnumerable<T> rows) =>
        rows is JsonArray nodes && BatchInfo(encoder) is { } info && encoder.Fallback.TryWriteNodes(nodes, info);
}

// The rows of a mutable JSON array: each node writes itself, whatever converters there are.
// An array that changes in the meantime makes its enumerator fail, as it does for the serializer.
internal sealed class JsonArrayItems() : NodeRowEncoding<JsonNode?>(static (encoder, row) => encoder.WriteNodeRow(row))
{
    // This contract writes no row, so no resolver is asked. A row at the depth limit is a value of the array, which checks no depth.
    public override JsonTypeInfo<JsonNode?>? BatchInfo(RowEncoder encoder) => encoder is { HasColumnOptions: false, TakesBatches: true }
        && encoder.Context.Traits is { KeepsReferences: false } traits && encoder.RowDepth < traits.MaxDepth
        ? encoder.Fallback.NodeInfo
        : null;
}
