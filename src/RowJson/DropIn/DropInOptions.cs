using System.Reflection.Metadata;

namespace RowJson;

// What one set of an application's options becomes for JsonSerializer, and what is known about types under them. Made once for each set,
// and kept as long as the options themselves.
// settings: what else is asked of rows; null for options of their own.
// derived: the options with our resolver that these belong to, where they are a changed copy of our options; else null.
internal sealed class DropInOptions(JsonSerializerOptions plain, JsonRowOptions? settings, JsonSerializerOptions? derived)
{
    private readonly ConcurrentDictionary<Type, KnownRoot> _roots = [];

    // The application's options: they decide everything, and write what is not taken over.
    public JsonSerializerOptions Plain => plain;

    // For writing: values of each type are written by RowJson as a whole, or by the application's options.
    public JsonSerializerOptions WriteOnly => field ?? Interlocked.CompareExchange(
        ref field,
        DerivedFor(reads: false) ?? (Obstacle is null ? Register(DropInResolver.ForWriting(plain)) : plain), null) ?? field;

    // For both directions: reads as the application's options do. Collections in a value are taken over one by one, unless it is indented.
    public JsonSerializerOptions Both => field ?? Interlocked.CompareExchange(
        ref field,
        DerivedFor(reads: true) ?? (Obstacle is null && plain is { ReferenceHandler: null, WriteIndented: false }
            ? Register(DropInResolver.ForBoth(plain))
            : plain),
        null) ?? field;

    // As the application's, but tables, which the serializer cannot write, are rows: for values that hold some.
    public JsonSerializerOptions WithTables => field ?? Interlocked.CompareExchange(
        ref field, Register(DropInResolver.ForWriting(plain, onlyTables: true)), null) ?? field;

    // Where the contracts of Both say that they come from; null where the serializer calls no handlers.
    public HandlerContext? Handlers => Both.Converters.Count > 0 || !HandlerContext.IsPossible(Both) ? null
        : field ?? Interlocked.CompareExchange(ref field, new HandlerContext(new JsonSerializerOptions(Both)), null) ?? field;

    // Where the contracts of WriteOnly say that they come from; null where the serializer calls no handlers.
    public HandlerContext? WriteHandlers => HasOnlyReflection || !HandlerContext.IsPossible(WriteOnly) ? null
        : field ?? Interlocked.CompareExchange(ref field, new HandlerContext(new JsonSerializerOptions(WriteOnly)), null) ?? field;

    // Made on first use: until columns pay, lists need none.
    public JsonRowOptions Rows => field ?? Interlocked.CompareExchange(
        ref field,
        settings is null ? JsonRowOptions.FromJsonSerializerOptions(plain) : new JsonRowOptions(settings) { SerializerOptions = plain },
        null) ?? field;

    // The framework makes all contracts, and no code is generated.
    public bool HasOnlyReflection => plain.TypeInfoResolver is DefaultJsonTypeInfoResolver && SharedContracts.HasPlainResolvers(plain);

    public BufferSizes Sizes => settings?.Sizes ?? BufferSizes.Default;

    // Nothing else is asked of rows than what the serializer's options say.
    public bool HasOwnRows => settings is null;

    public RootConverters Converters => field ?? Interlocked.CompareExchange(ref field, new RootConverters(this), null) ?? field;

    // Why nothing is read with these options; null if they read.
    public string? RefusalOf(JsonSerializerOptions options) => !ReferenceEquals(options, WriteOnly)
        ? null
        : "Options made by WithRowJson(writeOnly: true) are for writing. Read with the options that they were made of"
            + (ReferenceEquals(Plain, KnownSerializerOptions.Default) ? ": JsonSerializerOptions.Default."
                : ReferenceEquals(Plain, KnownSerializerOptions.Web) ? ": JsonSerializerOptions.Web."
                : ".");

    // Why the serializer writes everything, as a clause after "because"; null where something may be taken over.
    public string? Obstacle =>
        Plain.IgnoreReadOnlyProperties || Plain.IgnoreReadOnlyFields ? "the options ignore read-only members"
        // Values of a list may be scalars only, and the serializer does not look at the depth of all of them.
        : Plain.MaxDepth == 1 ? "the options have a MaxDepth of 1"
        : Plain.ReferenceHandler is null
            || (RuntimeFeature.IsDynamicCodeSupported && Plain.ReferenceHandler == ReferenceHandler.IgnoreCycles) ? null
        : "the options have a ReferenceHandler that keeps references";

    // What belongs to these options, which become read-only: those of the application, or ones made of them.
    public static DropInOptions Of(JsonSerializerOptions options)
    {
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        if (facts.DropIn is { } known) return (DropInOptions)known;
        // Made once, also where two threads ask at the same time.
        lock (facts) return (DropInOptions)(facts.DropIn ??= Create(options, settings: null));
    }

    // What belongs to these options or to equal ones, so that callers who make equal options for each call share it.
    public static DropInOptions OfEqual(JsonSerializerOptions options)
    {
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        if ((facts.DropIn ?? facts.DropInOfEqual) is { } known) return (DropInOptions)known;
        KnownSerializerOptions.MakeReadOnly(options);
        DropInOptions first = Of(SharedContracts.FirstOf(options) ?? options);
        facts.DropInOfEqual = first;
        return first;
    }

    // New options whose rows are written with their own settings; they are not shared.
    internal static DropInOptions Create(JsonSerializerOptions options, JsonRowOptions? settings)
    {
        KnownSerializerOptions.MakeReadOnly(options);
        // A copy of our options, with something changed: the same change, without our resolver.
        bool isDerived = options.TypeInfoResolverChain.OfType<DropInResolver>().Any();
        JsonSerializerOptions plain = isDerived ? DropInResolver.PlainOf(options) : options;
        if (isDerived) KnownSerializerOptions.FactsOf(options).Origin = plain;
        return new DropInOptions(plain, settings, isDerived ? options : null);
    }

    // How values are written that are the root of a call and declared as a type; null if the serializer writes them.
    public IRootConverter? RootOf(Type type) => KnownOf(type).Converter;

    public KnownRoot KnownOf(Type type) => _roots.TryGetValue(type, out KnownRoot? known) ? known : AddRoot(type);

    // That a contract cannot be made, the serializer says when it is asked to write a value of the type.
    private KnownRoot AddRoot(Type type) => _roots.GetOrAdd(
        type, new KnownRoot(plain, type, Obstacle is null ? Quietly.Ask(type, Converters.Create, otherwise: null) : null));

    // Our options that these were made of, if they are for that.
    private JsonSerializerOptions? DerivedFor(bool reads) =>
        derived?.TypeInfoResolverChain.OfType<DropInResolver>().First().Reads == reads ? derived : null;

    // Remembers that options which are ready belong here.
    private JsonSerializerOptions Register(JsonSerializerOptions options)
    {
        options.MakeReadOnly();
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        (facts.DropIn, facts.Origin) = (this, Plain);
        return options;
    }
}

// What is known about values of one declared type that are the root of a call.
// converter: null if the serializer writes them.
internal sealed class KnownRoot(JsonSerializerOptions plain, Type type, IRootConverter? converter)
{
    public IRootConverter? Converter => converter;

    // The contract by which the serializer writes what is its own to write. While code can be edited, it may be a new one each time.
    public JsonTypeInfo Contract =>
        converter?.Contract ?? (MetadataUpdater.IsSupported ? plain.GetTypeInfo(type) : field ??= plain.GetTypeInfo(type));

    // The value as a source of rows; null if it is the serializer's to send.
    public RowSource? Open(object? value) => value is null ? null : converter?.Open(value);
}
