namespace RowJson;

// The resolver of the options that RowJson makes. A type has a contract with one converter of RowJson, which writes a value and all that
// is in it, so that the serializer asks for nothing nested; or the application's contract. For both directions, collections have the
// application's contract with a handler, where the serializer calls handlers.
// A resolver, and not a converter among the options' converters: it is asked with the options at hand, after everybody else's converters.
// plain: what the application's options have.
// converters: the application's converters, where the options have none, because the serializer would not call handlers: this resolver
// answers for what they convert.
// reads: the options are for both directions: objects are read, and written, by the serializer.
// onlyTables: only tables have such a contract.
internal sealed class DropInResolver(IJsonTypeInfoResolver plain, JsonConverter[] converters, bool reads, bool onlyTables = false)
    : IJsonTypeInfoResolver
{
    // With all converters: by options whose resolver contains this one.
    private readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _wrapped = [];

    public bool Reads => reads;

    // Options for writing, which may still change.
    public static JsonSerializerOptions ForWriting(JsonSerializerOptions options, bool onlyTables = false) =>
        new(options) { TypeInfoResolver = new DropInResolver(options.TypeInfoResolver!, [], reads: false, onlyTables) };

    // Options for both directions, which may still change.
    public static JsonSerializerOptions ForBoth(JsonSerializerOptions options)
    {
        var both = new JsonSerializerOptions(options);
        // The resolver looks for converters when it is asked: generated code may have been made without them.
        bool answers = RuntimeFeature.IsDynamicCodeSupported
            && HandlerContext.IsPossible(options) && options.TypeInfoResolverChain.All(it => it is DefaultJsonTypeInfoResolver);
        if (answers) both.Converters.Clear();
        both.TypeInfoResolver = new DropInResolver(options.TypeInfoResolver!, answers ? [.. options.Converters] : [], reads: true);
        return both;
    }

    // Options that have such a resolver, as the application would have them.
    public static JsonSerializerOptions PlainOf(JsonSerializerOptions options)
    {
        IList<IJsonTypeInfoResolver> chain = options.TypeInfoResolverChain;
        return WithConverters(
            options,
            JsonTypeInfoResolver.Combine([.. chain.Select(it => it is DropInResolver resolver ? resolver.Plain : it)]),
            chain.OfType<DropInResolver>().SelectMany(it => it.Converters));
    }

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
        if (onlyTables && !RowTypes.IsTable(type)) return plain.GetTypeInfo(type, options);
        // What is wrong with a type, the application's contract says.
        if (!RowTypes.IsTable(type)) dropIn.Plain.TryGetTypeInfo(type, out _);
        if (dropIn.Obstacle is not null || (reads && options.WriteIndented)) return GetPlain(type, options, dropIn.Plain);
        if (reads && dropIn.Handlers is { } handlers) return WithHandler(GetPlain(type, options, dropIn.Plain), dropIn, handlers);
        IRootConverter? root = dropIn.RootOf(type);
        // A converter cannot populate a value: the application's contract reads the object that holds it.
        if (reads && root is null && dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? application) && Populates(application)
            && !ContractGraph.HoldsAsyncSequence(type, dropIn.Plain)) root = dropIn.Converters.CreatePlain(type);
        if ((!reads || IsHandedOver(type, root, dropIn)) && root?.CreateInfo(options) is { } info)
        {
            // The serializer goes on calling generated code for what holds such values.
            if (!reads) dropIn.WriteHandlers?.Sign(info);
            return info;
        }
        info = GetPlain(type, options, dropIn.Plain);
        if (info is { Kind: JsonTypeInfoKind.Object }) KeepNumbers(info, dropIn);
        return info;
    }

    // For both directions, where the serializer calls no handlers: lists of rows and what holds them, and what says how numbers in them are
    // written. Not what has a discriminator: the serializer writes it. Nor what may be additional properties.
    private static bool IsHandedOver(Type type, IRootConverter? root, DropInOptions dropIn)
    {
        if (root is null or { IsAsync: true } || type == typeof(object)) return false;
        JsonTypeInfo plain = dropIn.Plain.GetTypeInfo(type);
        bool populates = Populates(plain);
        bool mayBeAdditional = plain.Kind == JsonTypeInfoKind.Dictionary
            && (plain.ElementType == typeof(JsonElement) || plain.ElementType == typeof(object));
        return !mayBeAdditional
            && plain.PolymorphismOptions is null && !ObjectContract.HasPolymorphicAncestor(type, dropIn.Plain)
            && (HasNumberHandling(plain) || ContractGraph.Any(
                type, dropIn.Plain,
                held => dropIn.RootOf(held) is { SendsParts: true }
                    || (populates && dropIn.Plain.TryGetTypeInfo(held, out JsonTypeInfo? info) && HasNumberHandling(info))));
    }

    private static bool Populates(JsonTypeInfo info) => info.Properties.Any(it => JsonObjectCreationHandling.Populate
        == (it.ObjectCreationHandling ?? info.PreferredPropertyObjectCreationHandling ?? info.Options.PreferredObjectCreationHandling));

    private static bool HasNumberHandling(JsonTypeInfo info) => info.NumberHandling is not null || info.Properties.Any(
        property => property.NumberHandling is not null
            || (property.PropertyType == typeof(object) && info.Options.GetTypeInfo(typeof(object)).NumberHandling is not null));

    // An object that stays the serializer's, for example because something in it has to be awaited, says how numbers are written in the
    // collections that it holds, and in values of any type. Their contracts do not know that.
    private void KeepNumbers(JsonTypeInfo info, DropInOptions dropIn)
    {
        foreach (JsonPropertyInfo property in info.Properties)
        {
            Type type = property.PropertyType;
            if (property.CustomConverter is not null || (property.NumberHandling ?? info.NumberHandling) is not { } handling) continue;
            if (property.IsExtensionData || (type != typeof(object) && dropIn.RootOf(type) is null)) continue;
            JsonTypeInfo contract = dropIn.Plain.TypeInfoResolver!.GetTypeInfo(type, dropIn.Plain)!;
            if (contract.IsReadOnly || contract.Kind == JsonTypeInfoKind.Object) continue;
            // Documents and nodes write numbers as they are.
            if (contract.Kind == JsonTypeInfoKind.None && type != typeof(object)) continue;
            // A converter of a property cannot populate.
            if (property.ObjectCreationHandling == JsonObjectCreationHandling.Populate && reads) continue;
            property.ObjectCreationHandling = null;
            contract.NumberHandling = handling;
            property.CustomConverter = dropIn.Converters.CreateAside(contract);
            property.NumberHandling = null;
        }
    }

    // A collection is written by its handler. An object stays the serializer's, which meets the collections in it.
    private static JsonTypeInfo? WithHandler(JsonTypeInfo? info, DropInOptions dropIn, HandlerContext handlers)
    {
        if (info is null) return null;
        bool isTable = RowTypes.IsTable(info.Type);
        IRootConverter? root = isTable || info.Kind != JsonTypeInfoKind.Object ? dropIn.RootOf(info.Type) : null;
        if (!isTable && root is { IsTaken: true } && HandlerContracts.Create(info, root, dropIn) is { } made)
        {
            handlers.Sign(made);
            return made;
        }
        // An element of a document, or a table.
        if (root is { IsTaken: true } && (isTable || info.Kind == JsonTypeInfoKind.None)) info = root.CreateInfo(info.Options) ?? info;
        handlers.Admit(info);
        return info;
    }

    // The application's contract, for other options.
    private JsonTypeInfo? GetPlain(Type type, JsonSerializerOptions options, JsonSerializerOptions application)
    {
        if (converters.Length == 0) return plain.GetTypeInfo(type, options);
        JsonConverter? converter = application.Converters.FirstOrDefault(it => it.CanConvert(type));
        if (converter is null || options.Converters.Contains(converter)) return plain.GetTypeInfo(type, options);
        converter = application.GetTypeInfo(type).Converter;
        // Inside another resolver, only the options at hand have its contracts.
        if (!SerializerTraits.IsSerializers(converter) && options.TypeInfoResolverChain.Contains(this))
            converter = (JsonConverter)GenericArguments.New(typeof(UnlistedConverter<>), [converter.Type!], converter, application);
        return (JsonTypeInfo)GenericArguments.Call(typeof(DropInResolver), instance: null, nameof(CreateInfo), [type], options, converter)!;
    }

    private static JsonTypeInfo<T> CreateInfo<T>(JsonSerializerOptions options, JsonConverter converter) =>
        JsonMetadataServices.CreateValueInfo<T>(options, converter);

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
}

// A converter of the application's that is not among the converters of the options at hand. It is called with the application's options,
// where it is: it may look for itself there, or copy them and remove itself.
internal sealed class UnlistedConverter<T>(JsonConverter<T> own, JsonSerializerOptions application) : JsonConverter<T>
{
    // For structures the default is neither true nor false, and only the base class has it.
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The serializer calls the property.")]
    public override bool HandleNull =>
        own.GetType().GetProperty(nameof(HandleNull))!.DeclaringType == typeof(JsonConverter<T>) ? base.HandleNull : own.HandleNull;

    public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        own.Read(ref reader, typeToConvert, application);

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => own.Write(writer, value, application);

    public override T ReadAsPropertyName(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        own.ReadAsPropertyName(ref reader, typeToConvert, application);

    public override void WriteAsPropertyName(Utf8JsonWriter writer, [DisallowNull] T value, JsonSerializerOptions options) =>
        own.WriteAsPropertyName(writer, value, application);

    // Named in the serializer's messages.
    public override string? ToString() => own.ToString();
}
