namespace RowJson;

// The serializer has one set of contracts for all options that are equal. Each is made by, and names, the options that came first.
internal static class SharedContracts
{
    // The contract is the one that these options have for its type: they are then equal to the options that it names. A contract that is
    // made by hand names options that have another contract for the type.
    public static bool Has(JsonSerializerOptions options, JsonTypeInfo info) =>
        (ReferenceEquals(info.Options, options)
            // Rules out nearly all that differ. Others are asked for a contract: only the serializer knows all that makes options equal.
            || (info.Options.IsReadOnly && options.IsReadOnly && ReferenceEquals(info.Options.TypeInfoResolver, options.TypeInfoResolver)))
        && Find(options, info.Type) == info;

    // The options that came first of all that are equal to these; null if only user code could tell. So what is made for options is made
    // once, even for a caller that makes equal ones for each call.
    public static JsonSerializerOptions? FirstOf(JsonSerializerOptions options) =>
        HasPlainResolvers(options) ? Find(options, typeof(object))?.Options : null;

    // No user code makes or changes contracts: a resolver knows a type or does not.
    public static bool HasPlainResolvers(JsonSerializerOptions options) => options.TypeInfoResolverChain.All(IsPlain);

    private static bool IsPlain(IJsonTypeInfoResolver resolver) =>
        resolver is JsonSerializerContext
        || (resolver is DefaultJsonTypeInfoResolver { Modifiers.Count: 0 } && resolver.GetType() == typeof(DefaultJsonTypeInfoResolver));

    // The contract that the options have for a type; null if they have none, or a resolver fails to make it.
    public static JsonTypeInfo? Find(JsonSerializerOptions options, Type type) => Quietly.Ask(
        (options, type), static it => it.options.TryGetTypeInfo(it.type, out JsonTypeInfo? info) ? info : null, otherwise: null);

    // A contract for an array or a list, which no resolver is asked for.
    public static JsonTypeInfo ForList<T>(Type type, JsonSerializerOptions options) =>
        type == typeof(T[]) ? JsonMetadataServices.CreateArrayInfo<T>(options, new JsonCollectionInfoValues<T[]>())
        : JsonMetadataServices.CreateListInfo<List<T>, T>(options, new JsonCollectionInfoValues<List<T>>());
}
