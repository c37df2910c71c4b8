namespace RowJson;

// Rows that are declared as nodes of mutable documents: each writes itself, if no converter is for them.
// encode: writes a row where they are written one by one.
internal sealed class NodeItems<T>(Action<RowEncoder, T> encode) : RowItems<T>
{
    public override void Write(RowEncoder encoder, T row) => encode(encoder, row);

    public override int Write(RowEncoder encoder, LiveList<T> items, int index) =>
        BatchInfo(encoder) is { } info ? index + encoder.Fallback.WriteBatch(items, index, info) : base.Write(encoder, items, index);

    public override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder)
    {
        SerializerTraits traits = encoder.Context.Traits;
        return !encoder.HasColumnOptions && encoder.TakesBatches && encoder.WritesDirectly
            && traits.IsBuiltIn(typeof(T)) && traits.IsBuiltIn(typeof(JsonNode))
            && traits.Options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info) && encoder.Fallback.WritesBatches(info)
            ? (JsonTypeInfo<T>)info
            : null;
    }

    public override bool TryWriteAll(RowEncoder encoder, IEnumerable<T> rows) =>
        rows is JsonArray nodes && BatchInfo(encoder) is { } info && encoder.Fallback.TryWriteNodes(nodes, info);
}
