namespace RowJson;

// The resolver of options for both directions. Contracts are the application's: those of collections that are taken over have a handler,
// or, where the serializer calls none, a converter that reads by the application's options.
// plain: what the application's options have.
// converters: the application's converters. The options for both directions have none, because the serializer would not call handlers: this
// resolver answers for what they convert.
internal sealed class ReadWriteResolver(IJsonTypeInfoResolver plain, JsonConverter[] converters) : IJsonTypeInfoResolver
{
    // The options of the application become these, which may still change.
    public static JsonSerializerOptions Derive(JsonSerializerOptions options)
    {
        var both = new JsonSerializerOptions(options);
        bool answers = RuntimeFeature.IsDynamicCodeSupported
            && HandlerContext.IsPossible(options) && options.TypeInfoResolverChain.All(AsksForConverters);
        if (answers) both.Converters.Clear();
        both.TypeInfoResolver = new ReadWriteResolver(options.TypeInfoResolver!, answers ? [.. options.Converters] : []);
        return both;
    }

    // Options that have such a resolver, as the application would have them.
    public static JsonSerializerOptions PlainOf(JsonSerializerOptions options) => WithConverters(
        options,
        JsonTypeInfoResolver.Combine([.. options.TypeInfoResolverChain.Select(PlainOf)]),
        options.TypeInfoResolverChain.OfType<ReadWriteResolver>().SelectMany(it => it.Converters));

    private static JsonSerializerOptions WithConverters(
        JsonSerializerOptions options, IJsonTypeInfoResolver resolver, IEnumerable<JsonConverter> hidden)
    {
        var plain = new JsonSerializerOptions(options) { TypeInfoResolver = resolver };
        int index = 0;
        foreach (JsonConverter converter in hidden)
            if (!plain.Converters.Contains(converter)) plain.Converters.Insert(index++, converter);
        plain.MakeReadOnly();
        return plain;
    }

    private static IJsonTypeInfoResolver PlainOf(IJsonTypeInfoResolver resolver) => resolver switch
    {
        ReadWriteResolver both => both.Plain,
        DropInResolver whole => whole.Plain,
        CycleResolver whole => whole.Plain,
        _ => resolver,
    };

    // With all converters: by options whose resolver contains this one.
    private readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _wrapped = [];

    private IJsonTypeInfoResolver Plain => plain;

    private JsonConverter[] Converters => converters;

    // Named in the serializer's messages, as what has no contract for a type.
    public override string? ToString() => plain.ToString();

    public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
    {
        // Options that may still change are not known yet.
        if (!options.IsReadOnly) return GetPlain(type, options, WithConverters(options, plain, converters));
        // Inside another resolver: what it makes of a contract is not known.
        if (!options.TypeInfoResolverChain.Contains(this))
            return GetPlain(type, options, _wrapped.GetValue(options, key => WithConverters(key, plain, converters)));
        DropInOptions dropIn = DropInOptions.Of(options);
        return dropIn.Handlers is { } handlers
            ? WithHandler(type, options, dropIn, handlers)
            : HandedOver(type, options, dropIn);
    }

    private JsonTypeInfo? WithHandler(Type type, JsonSerializerOptions options, DropInOptions dropIn, HandlerContext handlers)
    {
        JsonTypeInfo? info = GetPlain(type, options, dropIn.Plain);
        if (info is null) return null;
        if ((dropIn.Find(type) ?? dropIn.FindValue(type)) is { } rows)
        {
            if (HandlerContracts.Create(info, rows, dropIn) is { } made)
            {
                handlers.Sign(made);
                return made;
            }
            // Not the serializer's kind of list: an element of a document, a table.
            if (info.Kind is JsonTypeInfoKind.None or JsonTypeInfoKind.Object) info = HandedOverConverter.CreateInfo(type, options, dropIn);
        }
        handlers.Admit(info);
        return info;
    }

    private JsonTypeInfo? HandedOver(Type type, JsonSerializerOptions options, DropInOptions dropIn)
    {
        JsonTypeInfo? info = GetPlain(type, options, dropIn.Plain);
        return info is not null && !ReferenceEquals(dropIn.Whole, dropIn.Plain) && IsHandedOver(info, dropIn)
            ? HandedOverConverter.CreateInfo(type, options, dropIn)
            : info;
    }

    // Something in a value of the type is taken over, or would be written otherwise outside of it.
    private static bool IsHandedOver(JsonTypeInfo info, DropInOptions dropIn) =>
        // What ignores cycles has to know what is around it, and would be asked about every type that holds others: reading would lose.
        dropIn.Plain.ReferenceHandler is null
        && GenericArguments.CanBe(info.Type)
        && (dropIn.HoldsRows(info.Type) || PlainValues.ChangesNumbersOfLists(info, dropIn))
        && !PlainValues.IsPolymorphic(info, dropIn)
        && !PlainValues.MayBeExtensionData(info)
        // An asynchronous call waits for it.
        && !ContractGraph.HoldsAsyncSequence(info.Type, dropIn.Plain);

    // The application's contract, for other options.
    private JsonTypeInfo? GetPlain(Type type, JsonSerializerOptions options, JsonSerializerOptions application)
    {
        if (converters.Length == 0) return plain.GetTypeInfo(type, options);
        JsonConverter? converter = application.Converters.FirstOrDefault(it => it.CanConvert(type));
        if (converter is null || options.Converters.Contains(converter)) return plain.GetTypeInfo(type, options);
        return CreateInfo(type, application.GetTypeInfo(type).Converter, options);
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Converters are asked for only where code can be made.")]
    [UnconditionalSuppressMessage("Trimming", "IL2060", Justification = "The method asks nothing of its type argument.")]
    private static JsonTypeInfo CreateInfo(Type type, JsonConverter converter, JsonSerializerOptions options) =>
        (JsonTypeInfo)typeof(JsonMetadataServices).GetMethod(nameof(JsonMetadataServices.CreateValueInfo))!
            .MakeGenericMethod(type).Invoke(null, [options, converter])!;

    // The resolver looks for converters when it is asked: generated code may have been made without them.
    private static bool AsksForConverters(IJsonTypeInfoResolver resolver) => resolver is DefaultJsonTypeInfoResolver;
}
