using System.Collections.Concurrent;

namespace RowJson;

// What one set of an application's options becomes for JsonSerializer, and what is known about types under them. Made once for each set,
// and kept as long as the options themselves.
internal sealed class DropInOptions
{
    private readonly ConcurrentDictionary<Type, IRootConverter?> _roots = [];
    private readonly Lazy<JsonSerializerOptions> _writeOnly;
    private readonly Lazy<JsonSerializerOptions> _both;
    private readonly Lazy<JsonSerializerOptions> _withTables;
    private readonly Lazy<HandlerContext?> _handlers;
    private readonly Lazy<HandlerContext?> _writeHandlers;

    private DropInOptions(JsonSerializerOptions plain, JsonRowOptions? settings, JsonSerializerOptions? derived = null)
    {
        Plain = plain;
        Rows = settings is null
            ? JsonRowOptions.FromJsonSerializerOptions(plain)
            : new JsonRowOptions(settings) { SerializerOptions = plain };
        Converters = new RootConverters(this);
        if (derived is not null) KnownSerializerOptions.FactsOf(derived).Origin = plain;
        DropInResolver? ours = derived?.TypeInfoResolverChain.OfType<DropInResolver>().FirstOrDefault();
        _writeOnly = new Lazy<JsonSerializerOptions>(() =>
            ours is { Reads: false } ? derived! : Obstacle is null ? Register(DropInResolver.ForWriting(plain)) : plain);
        _both = new Lazy<JsonSerializerOptions>(() =>
            ours is { Reads: true } ? derived!
            : Obstacle is null && plain.ReferenceHandler is null ? Register(DropInResolver.ForBoth(plain))
            : plain);
        _withTables = new Lazy<JsonSerializerOptions>(() => Register(DropInResolver.ForWriting(plain, onlyTables: true)));
        if (ours is { Reads: false }) _ = WriteOnly;
        _handlers = new Lazy<HandlerContext?>(
            () => Both.Converters.Count == 0 && HandlerContext.IsPossible(Both)
                ? new HandlerContext(new JsonSerializerOptions(Both))
                : null);
        _writeHandlers = new Lazy<HandlerContext?>(
            () => HandlerContext.IsPossible(WriteOnly) ? new HandlerContext(new JsonSerializerOptions(WriteOnly)) : null);
    }

    // The application's options: they decide everything, and write what is not taken over.
    public JsonSerializerOptions Plain { get; }

    // For writing: values of each type are written by RowJson as a whole, or by the application's options.
    public JsonSerializerOptions WriteOnly => _writeOnly.Value;

    // For both directions: reads as the application's options do.
    public JsonSerializerOptions Both => _both.Value;

    // As the application's, but tables, which the serializer cannot write, are rows: for values that hold some.
    public JsonSerializerOptions WithTables => _withTables.Value;

    // Why nothing is read with these options; null if they read.
    public string? RefusalOf(JsonSerializerOptions options) => !_writeOnly.IsValueCreated || !ReferenceEquals(options, WriteOnly)
        ? null
        : "Options made by WithRowJson(writeOnly: true) are for writing. Read with the options that they were made of"
            + (ReferenceEquals(Plain, KnownSerializerOptions.Default) ? ": JsonSerializerOptions.Default."
                : ReferenceEquals(Plain, KnownSerializerOptions.Web) ? ": JsonSerializerOptions.Web."
                : ".");

    // Where the contracts of Both say that they come from; null where the serializer calls no handlers.
    public HandlerContext? Handlers => _handlers.Value;

    // Where the contracts of WriteOnly say that they come from; null where the serializer calls no handlers.
    public HandlerContext? WriteHandlers => _writeHandlers.Value;

    public JsonRowOptions Rows { get; }

    public RootConverters Converters { get; }

    // Why the serializer writes everything, as a clause after "because"; null where something may be taken over.
    public string? Obstacle =>
        Plain.WriteIndented ? "the options have WriteIndented"
        : Plain.IgnoreReadOnlyProperties || Plain.IgnoreReadOnlyFields ? "the options ignore read-only members"
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

    // What belongs to these options or to equal ones: callers that make equal options for each call share it, as they share the
    // serializer's contracts.
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
        return options.TypeInfoResolverChain.Any(resolver => resolver is DropInResolver)
            ? new DropInOptions(DropInResolver.PlainOf(options), settings, derived: options)
            : new DropInOptions(options, settings);
    }

    // How values are written that are the root of a call and declared as a type; null if the serializer writes them.
    public IRootConverter? RootOf(Type type) => _roots.TryGetValue(type, out IRootConverter? known) ? known : AddRoot(type);

    // The contract by which the serializer writes values of a type that are its own to write.
    public JsonTypeInfo ContractOf(Type type) => RootOf(type)?.Contract ?? Plain.GetTypeInfo(type);

    private IRootConverter? AddRoot(Type type)
    {
        // Of a contract that cannot be made, the serializer says so when it is asked to write a value of the type.
        IRootConverter? root = Obstacle is null ? Quietly.Ask(type, Converters.Create, otherwise: null) : null;
        return _roots.GetOrAdd(type, root);
    }

    // Remembers that options which are ready belong here.
    private JsonSerializerOptions Register(JsonSerializerOptions options)
    {
        options.MakeReadOnly();
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        (facts.DropIn, facts.Origin) = (this, Plain);
        return options;
    }
}
