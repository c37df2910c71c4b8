using System.Reflection.Metadata;

namespace RowJson;

// The options that RowJson derives from one set of an application's options, and what it knows about types under them. Made once for each
// set, and kept as long as the options themselves.
// settings: further options of rows; null for those that follow from the application's options.
// derived: the changed copy of RowJson's own options that these belong to; null if they belong to options of the application.
internal sealed class DropInOptions(JsonSerializerOptions plain, JsonRowOptions? settings, JsonSerializerOptions? derived)
{
    private readonly ConcurrentDictionary<Type, KnownRoot> _roots = [];

    // The application's options: they decide everything, and write values that are not taken over.
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

    // The application's options, except that tables, which the serializer cannot write, are written as rows: for values that hold tables.
    public JsonSerializerOptions WithTables => field ?? Interlocked.CompareExchange(
        ref field, Register(DropInResolver.ForWriting(plain, onlyTables: true)), null) ?? field;

    // The resolver that the contracts of Both name as their origin; null if the serializer calls no handlers.
    public HandlerContext? Handlers => Both.Converters.Count > 0 || !HandlerContext.IsPossible(Both) ? null
        : field ?? Interlocked.CompareExchange(ref field, new HandlerContext(new JsonSerializerOptions(Both)), null) ?? field;

    // The resolver that the contracts of WriteOnly name as their origin; null if the serializer calls no handlers.
    public HandlerContext? WriteHandlers => HasOnlyReflection || !HandlerContext.IsPossible(WriteOnly) ? null
        : field ?? Interlocked.CompareExchange(ref field, new HandlerContext(new JsonSerializerOptions(WriteOnly)), null) ?? field;

    // Made on first use: lists need no options for rows until columns pay off.
    public JsonRowOptions Rows => field ?? Interlocked.CompareExchange(
        ref field,
        settings is null ? JsonRowOptions.FromJsonSerializerOptions(plain) : new JsonRowOptions(settings) { SerializerOptions = plain },
        null) ?? field;

    // The framework makes all contracts: none comes from generated code.
    public bool HasOnlyReflection => plain.TypeInfoResolver is DefaultJsonTypeInfoResolver && SharedContracts.HasPlainResolvers(plain);

    public BufferSizes Sizes => settings?.Sizes ?? BufferSizes.Default;

    // Rows follow the serializer's options alone.
    public bool HasOwnRows => settings is null;

    public RootConverters Converters => field ?? Interlocked.CompareExchange(ref field, new RootConverters(this), null) ?? field;

    // The message of the exception if these options refuse to read; null if they read.
    public string? RefusalOf(JsonSerializerOptions options) => !ReferenceEquals(options, WriteOnly)
        ? null
        : "Options made by WithRowJson(writeOnly: true) are for writing. Read with the options that they were made of"
            + (ReferenceEquals(Plain, KnownSerializerOptions.Default) ? ": JsonSerializerOptions.Default."
                : ReferenceEquals(Plain, KnownSerializerOptions.Web) ? ": JsonSerializerOptions.Web."
                : ".");

    // Why the serializer writes everything, as a clause after "because"; null if something may be taken over.
    public string? Obstacle =>
        Plain.IgnoreReadOnlyProperties || Plain.IgnoreReadOnlyFields ? "the options ignore read-only members"
        // A list may hold only scalars, and the serializer does not check the depth of all of them.
        : Plain.MaxDepth == 1 ? "the options have a MaxDepth of 1"
        : Plain.ReferenceHandler is null
            || (RuntimeFeature.IsDynamicCodeSupported && Plain.ReferenceHandler == ReferenceHandler.IgnoreCycles) ? null
        : "the options have a ReferenceHandler that keeps references";

    // The DropInOptions of these options, which become read-only: the application's, or options derived from them.
    public static DropInOptions Of(JsonSerializerOptions options)
    {
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        if (facts.DropIn is { } known) return (DropInOptions)known;
        // Made once, even if two threads ask at the same time.
        lock (facts) return (DropInOptions)(facts.DropIn ??= Create(options, settings: null));
    }

    // The DropInOptions of these options or of equal ones: callers that make equal options for each call share it.
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
        // The options are a changed copy of RowJson's: plain has the same change, without RowJson's resolver.
        bool isDerived = options.TypeInfoResolverChain.OfType<DropInResolver>().Any();
        JsonSerializerOptions plain = isDerived ? DropInResolver.PlainOf(options) : options;
        if (isDerived) KnownSerializerOptions.FactsOf(options).Origin = plain;
        return new DropInOptions(plain, settings, isDerived ? options : null);
    }

    // How values of a declared type are written that are the root of a call; null if the serializer writes them.
    public IRootConverter? RootOf(Type type) => KnownOf(type).Converter;

    public KnownRoot KnownOf(Type type) => _roots.TryGetValue(type, out KnownRoot? known) ? known : AddRoot(type);

    // If a contract cannot be made, the serializer reports that when it is asked to write a value of the type.
    private KnownRoot AddRoot(Type type) => _roots.GetOrAdd(
        type, new KnownRoot(plain, type, Obstacle is null ? Quietly.Ask(type, Converters.Create, otherwise: null) : null));

    // RowJson's options that these were copied from, if those serve the same purpose.
    private JsonSerializerOptions? DerivedFor(bool reads) =>
        derived?.TypeInfoResolverChain.OfType<DropInResolver>().First().Reads == reads ? derived : null;

    // Remembers that these options, which are complete, belong to this object.
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

    // The contract by which the serializer writes the values that are left to it. While code can be edited, it may be a new one each time.
    public JsonTypeInfo Contract =>
        converter?.Contract ?? (MetadataUpdater.IsSupported ? plain.GetTypeInfo(type) : field ??= plain.GetTypeInfo(type));

    // The value as a source of rows; null if the serializer has to send it. Throws ArgumentException: the value is not of the type.
    public RowSource? Open(object? value)
    {
        if (value is null) return null;
        // Throws ArgumentException before the context is asked.
        if (!type.IsAssignableFrom(value.GetType())) JsonSerializer.Serialize(value, type, new HandlerContext(plain));
        return converter?.Open(value);
    }
}
