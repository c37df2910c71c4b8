namespace RowJson;

// The resolver of the options that RowJson makes. A type has either a contract with a converter of RowJson, which writes a value and all
// that is in it, so that the serializer asks for no nested type, or the application's contract. In options for both directions, collections
// have the application's contract with a handler, provided that the serializer calls handlers.
// It is a resolver rather than a converter in the options: it is asked with the options at hand, and after everybody else's converters.
// plain: the resolver of the application's options.
// converters: the application's converters, which these options must not have, because the serializer would then call no handlers: this
// resolver applies them instead.
// reads: the options are for both directions: the serializer reads and writes objects.
// onlyTables: only tables have such a contract.
internal sealed class DropInResolver(IJsonTypeInfoResolver plain, JsonConverter[] converters, bool reads, bool onlyTables = false)
    : IJsonTypeInfoResolver
{
    // Options with all converters, by the options whose resolver contains this one.
    private readonly ConditionalWeakTable<JsonSerializerOptions, JsonSerializerOptions> _wrapped = [];

    public bool Reads => reads;

    // Options for writing, which may still change.
    public static JsonSerializerOptions ForWriting(JsonSerializerOptions options, bool onlyTables = false) =>
        new(options) { TypeInfoResolver = new DropInResolver(options.TypeInfoResolver!, [], reads: false, onlyTables) };

    // Options for both directions, which may still change.
    public static JsonSerializerOptions ForBoth(JsonSerializerOptions options)
    {
        var both = new JsonSerializerOptions(options);
        // The reflection resolver looks for converters when it is asked; generated code may have been made without them.
        bool answers = RuntimeFeature.IsDynamicCodeSupported
            && HandlerContext.IsPossible(options) && options.TypeInfoResolverChain.All(it => it is DefaultJsonTypeInfoResolver);
        if (answers) both.Converters.Clear();
        both.TypeInfoResolver = new DropInResolver(options.TypeInfoResolver!, answers ? [.. options.Converters] : [], reads: true);
        return both;
    }

    // The application's equivalent of options that have such a resolver.
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

    // The serializer's messages name it as the resolver that has no contract for a type.
    public override string? ToString() => plain.ToString();

    public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
    {
        // Options that may still change are not known yet.
        if (!options.IsReadOnly) return GetPlain(type, options, WithConverters(options, plain, converters));
        // Another resolver contains this one: how it changes a contract is not known.
        if (!options.TypeInfoResolverChain.Contains(this))
            return GetPlain(type, options, _wrapped.GetValue(options, key => WithConverters(key, plain, converters)));
        DropInOptions dropIn = DropInOptions.Of(options);
        if (onlyTables && !RowTypes.IsTable(type)) return plain.GetTypeInfo(type, options);
        // If something is wrong with a type, the application's contract throws here.
        if (!RowTypes.IsTable(type)) dropIn.Plain.TryGetTypeInfo(type, out _);
        if (dropIn.Obstacle is not null || (reads && options.WriteIndented)) return GetPlain(type, options, dropIn.Plain);
        if (reads && dropIn.Handlers is { } handlers) return WithHandler(GetPlain(type, options, dropIn.Plain), dropIn, handlers);
        IRootConverter? root = dropIn.RootOf(type);
        // A converter cannot populate a value: the application's contract reads the object that holds it.
        if (reads && root is null && dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? application) && Populates(application)
            && !ContractGraph.HoldsAsyncSequence(type, dropIn.Plain)) root = dropIn.Converters.CreatePlain(type);
        if ((!reads || IsHandedOver(type, root, dropIn)) && root?.CreateInfo(options) is { } info)
        {
            // So the serializer still calls generated code for values that hold such values.
            if (!reads) dropIn.WriteHandlers?.Sign(info);
            return info;
        }
        info = GetPlain(type, options, dropIn.Plain);
        if (info is { Kind: JsonTypeInfoKind.Object }) KeepNumbers(info, dropIn);
        return info;
    }

    // For both directions, if the serializer calls no handlers: lists of rows, what holds them, and types that decide how numbers in them
    // are written. Types with a discriminator, which the serializer writes, and those that may be additional properties are excluded.
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

    // If the serializer writes an object, for example because something in it has to be awaited, the object decides how numbers are written
    // in the collections that it holds, and in values declared as objects. Their own contracts do not know that.
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

    // A collection is written by its handler. An object is left to the serializer, which comes across the collections in it.
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
        // If another resolver contains this one, only the options at hand have its contracts.
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

// A converter of the application that is not among the converters of the options at hand. It is called with the application's options,
// which contain it: it may look for itself there, or copy them and remove itself.
internal sealed class UnlistedConverter<T>(JsonConverter<T> own, JsonSerializerOptions application) : JsonConverter<T>
{
    // For structures the default is neither true nor false, and only the base class knows it.
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
