namespace RowJson;

// Rows that are declared as nodes of mutable documents: each writes itself, if no converter is for them.
// rows: the rows.
// encode: writes a row where they are written one by one.
internal sealed class NodeRows<T>(IEnumerable<T> rows, Action<RowEncoder, T> encode) : SequenceRows<T, T>(rows)
{
    public override Type? SequenceType => typeof(IEnumerable<T>);

    // The metadata by which the serializer writes nodes among others; null where they are written one by one.
    public static JsonTypeInfo<T>? InfoOf(RowEncoder encoder)
    {
        JsonSerializerOptions options = encoder.Context.Traits.Options;
        return !encoder.HasColumnOptions && encoder.TakesBatches && encoder.WritesDirectly
            && encoder.Context.Traits.IsBuiltIn(typeof(T)) && encoder.Context.Traits.IsBuiltIn(typeof(JsonNode))
            && options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info) && encoder.Fallback.WritesBatches(info)
            ? (JsonTypeInfo<T>)info
            : null;
    }

    private protected override JsonTypeInfo<T>? BatchInfo(RowEncoder encoder) => InfoOf(encoder);

    private protected override bool TryEncodeAll(RowEncoder encoder, JsonTypeInfo<T> info) =>
        Identity is JsonArray nodes && encoder.Fallback.TryWriteNodes(nodes);

    private protected override void EncodeRow(RowEncoder encoder, T row) => encode(encoder, row);

    private protected override int EncodeItems(RowEncoder encoder, LiveList<T> items, int index, int end)
    {
        if (InfoOf(encoder) is { } info) return index + encoder.Fallback.WriteBatch(items, index, end, info);
        while (index < end && items.TryGetItem(index, out T row))
        {
            index++;
            EncodeRow(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }
}
