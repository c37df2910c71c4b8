namespace RowJson;

// Gives the types of lists that are taken over a contract of ours, and leaves all others as they are. A resolver, and not a converter among
// the options' converters: it is asked with the options at hand, after everybody else's converters.
// plain: what the application's options have.
// batches: properties that are lists become batches of rows.
// objects: objects that are written directly are taken over as well.
internal sealed class DropInResolver(IJsonTypeInfoResolver plain, bool batches, bool objects) : IJsonTypeInfoResolver
{
    // The resolver of the application's options.
    public IJsonTypeInfoResolver Plain => plain;

    // Named in the serializer's messages, as what has no contract for a type.
    public override string? ToString() => plain.ToString();

    public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
    {
        // Options that may still change are not known yet.
        if (!options.IsReadOnly) return plain.GetTypeInfo(type, options);
        DropInOptions dropIn = DropInOptions.Of(options);
        if (ReferenceEquals(dropIn.Plain, options)) return plain.GetTypeInfo(type, options);
        if (type == typeof(RowBatches)) return RowBatches.CreateInfo(options);
        if (type == typeof(RowBatch)) return RowBatch.CreateInfo(options);
        if (type == typeof(DeclaredRow)) return DeclaredRow.CreateInfo(options);
        // A converter would hold a list as a whole.
        if (dropIn.Find(type) is { } list && !(batches && list.IsSequence)) return list.CreateInfo(options);
        if (!batches && dropIn.FindValue(type) is { } value) return value.CreateInfo(options);
        if (objects && dropIn.TakesObject(type)) return ObjectConverters.CreateInfo(type, options, dropIn);
        JsonTypeInfo? info = plain.GetTypeInfo(type, options);
        if (info is null) return null;
        if (PlainValues.Choose(info, dropIn, isStreamed: batches) is { } replacement) return replacement;
        if (info.Kind != JsonTypeInfoKind.Object) return info;
        PlainValues.Prepare(info, dropIn, takes: held => !batches && dropIn.FindValue(held) is not null);
        if (batches) RowBatches.ReplaceLists(info, dropIn);
        return info;
    }
}
