using System.Collections.Concurrent;

namespace RowJson;

// The options that one set of an application's options becomes for writing, and what is known about types under them. Made once for each
// set, and kept as long as the options themselves.
internal sealed class DropInOptions
{
    // With less, rows of a list at the root are the serializer's.
    private const int MinDepthOfColumns = 2;

    private readonly ConcurrentDictionary<Type, IRowConverter?> _lists = [];
    private readonly ConcurrentDictionary<Type, IRowConverter?> _values = [];
    private readonly ConcurrentDictionary<Type, bool> _objects = [];
    private readonly ConcurrentDictionary<Type, bool> _holders = [];
    private readonly ConcurrentDictionary<Type, WholeWriter?> _wholes = [];
    private readonly ConcurrentDictionary<Type, CycleListConverter?> _wholeLists = [];
    private readonly bool _ignoresCycles;
    private readonly Lazy<JsonSerializerOptions> _members;
    private readonly Lazy<JsonSerializerOptions> _batched;
    private readonly Lazy<JsonSerializerOptions> _both;
    private readonly Lazy<HandlerContext?> _handlers;
    private readonly Lazy<bool> _writesDirectly;

    private DropInOptions(
        JsonSerializerOptions plain, JsonRowOptions? settings, JsonSerializerOptions? whole = null, JsonSerializerOptions? both = null)
    {
        Plain = plain;
        _ignoresCycles = CycleResolver.CanTakeOver(plain);
        Rows = settings is null
            ? JsonRowOptions.FromJsonSerializerOptions(plain)
            : new JsonRowOptions(settings) { SerializerOptions = plain };
        Whole = whole ?? (CanTakeOver(plain) ? Derive(objects: true) : _ignoresCycles ? DeriveForCycles(batches: false) : plain);
        if ((whole ?? both) is { } derived) KnownSerializerOptions.SetOrigin(derived, plain);
        _members = new Lazy<JsonSerializerOptions>(() => CanTakeOver(plain) ? Derive() : plain);
        _batched = new Lazy<JsonSerializerOptions>(
            () => CanTakeOver(plain) ? Derive(batches: true) : _ignoresCycles ? DeriveForCycles(batches: true) : plain);
        _both = new Lazy<JsonSerializerOptions>(() => both ?? (CanTakeOver(plain) ? Register(ReadWriteResolver.Derive(plain)) : plain));
        _handlers = new Lazy<HandlerContext?>(
            () => Both.Converters.Count == 0 && HandlerContext.IsPossible(Both)
                ? new HandlerContext(new JsonSerializerOptions(Both))
                : null);
        _writesDirectly = new Lazy<bool>(() => Rows.Context.Traits is { AsksAboutBasics: _, WritesDirectly: true });
    }

    // The application's options: they decide everything, and write what is not taken over.
    public JsonSerializerOptions Plain { get; }

    // With a converter for each type of list that is taken over, which writes a list as a whole.
    public JsonSerializerOptions Whole { get; }

    // As Whole, but objects are the serializer's: for those that are not written as rows yet.
    public JsonSerializerOptions Members => _members.Value;

    // With batches in the place of properties that are such lists: the serializer can flush between two of them.
    public JsonSerializerOptions Batched => _batched.Value;

    // For both directions: reads as the application's options do.
    public JsonSerializerOptions Both => _both.Value;

    // Where the contracts of Both say that they come from; null where the serializer calls no handlers.
    public HandlerContext? Handlers => _handlers.Value;

    // The options that rows are written with.
    public JsonRowOptions Rows { get; }

    // Why nothing is read with these options.
    public string Refusal =>
        "Options made by JsonRowSerializer.CreateWriteOptions are for writing. Read with the options that they were made of"
        + (ReferenceEquals(Plain, KnownSerializerOptions.Default) ? ": JsonSerializerOptions.Default."
            : ReferenceEquals(Plain, KnownSerializerOptions.Web) ? ": JsonSerializerOptions.Web."
            : ".");

    // What belongs to these options, which become read-only: those of the application, or ones made of them.
    public static DropInOptions Of(JsonSerializerOptions options)
    {
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        return (DropInOptions?)facts.DropIn ?? Add(options, facts);
    }

    // What belongs to these options or to equal ones: callers that make equal options for each call share it, as they share the
    // serializer's contracts.
    public static DropInOptions OfEqual(JsonSerializerOptions options)
    {
        KnownSerializerOptions.Facts facts = KnownSerializerOptions.FactsOf(options);
        if ((facts.DropIn ?? facts.DropInOfEqual) is { } known) return (DropInOptions)known;
        DropInOptions first = Of(FirstOf(options));
        facts.DropInOfEqual = first;
        return first;
    }

    // Made once, also where two threads ask at the same time.
    private static DropInOptions Add(JsonSerializerOptions options, KnownSerializerOptions.Facts facts)
    {
        lock (facts)
        {
            if (facts.DropIn is { } known) return (DropInOptions)known;
            DropInOptions created = Create(options, settings: null);
            facts.DropIn = created;
            return created;
        }
    }

    private static JsonSerializerOptions FirstOf(JsonSerializerOptions options)
    {
        KnownSerializerOptions.MakeReadOnly(options);
        return SharedContracts.FirstOf(options) ?? options;
    }

    // New options whose rows are written with their own settings; they are not shared.
    internal static DropInOptions Create(JsonSerializerOptions options, JsonRowOptions? settings)
    {
        KnownSerializerOptions.MakeReadOnly(options);
        IList<IJsonTypeInfoResolver> resolvers = options.TypeInfoResolverChain;
        if (resolvers.Any(resolver => resolver is ReadWriteResolver))
            return new DropInOptions(ReadWriteResolver.PlainOf(options), settings, both: options);
        if (!resolvers.Any(resolver => resolver is DropInResolver or CycleResolver)) return new DropInOptions(options, settings);
        // A copy of our options, with something changed: the same change, without our resolver.
        var plain = new JsonSerializerOptions(options)
        {
            TypeInfoResolver = JsonTypeInfoResolver.Combine(
                [.. options.TypeInfoResolverChain.Select(PlainOf)]),
        };
        plain.MakeReadOnly();
        return new DropInOptions(plain, settings, whole: options);
    }

    private static IJsonTypeInfoResolver PlainOf(IJsonTypeInfoResolver resolver) => resolver switch
    {
        DropInResolver ours => ours.Plain,
        CycleResolver ours => ours.Plain,
        _ => resolver,
    };

    // How values that are declared as this type are written as rows; null if they are the serializer's.
    public IRowConverter? Find(Type type) =>
        RowListTypes.MayBeList(type) ? _lists.GetOrAdd(type, static (type, options) => options.Choose(type, isRows: true), this) : null;

    // The converter for values of this declared type that are not lists of rows; null if the serializer writes them.
    public IRowConverter? FindValue(Type type) =>
        RowListTypes.MayBeList(type) ? _values.GetOrAdd(type, static (type, options) => options.Choose(type, isRows: false), this) : null;

    // Objects of the type are written as rows, wherever they are.
    public bool TakesObject(Type type) => _objects.GetOrAdd(type, static (type, options) => options.ChoosesObject(type), this);

    private bool ChoosesObject(Type type)
    {
        if (!RuntimeFeature.IsDynamicCodeSupported || !CanTakeOver(Plain) || !_writesDirectly.Value) return false;
        try
        {
            return ObjectConverters.Takes(type, this);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // As of Choose.
            return false;
        }
    }

    // Values of a type are such rows, or hold some.
    public bool HoldsRows(Type type) =>
        _holders.GetOrAdd(type, static (type, options) => ContractGraph.HoldsRows(type, options), this);

    // What writes values of a type where cycles are ignored; null if they are none of ours.
    public WholeWriter? WriterOfWhole(Type type) => _wholes.GetOrAdd(type, static (type, options) => options.ChooseWhole(type), this);

    // How a list that is the root value is written batch by batch where cycles are ignored; null if it is not.
    public CycleListConverter? FindWholeList(Type type) =>
        _ignoresCycles ? _wholeLists.GetOrAdd(type, static (type, options) => options.ChooseWholeList(type), this) : null;

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "No cycles are followed where code cannot be made at run time.")]
    private CycleListConverter? ChooseWholeList(Type type) =>
        Rows.Context.Traits.MaxDepth > MinDepthOfColumns && WriterOfWhole(type) == WholeWriter.Columns
            && RowListTypes.Choose(type, this) is { HasBatches: true } list
                ? new CycleListConverter(list)
                : null;

    private WholeWriter? ChooseWhole(Type type)
    {
        try
        {
            return CycleResolver.Choose(type, this);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A contract that cannot be made: the serializer says so when it is asked to write a value of the type.
            return null;
        }
    }

    // False: the serializer writes all rows itself, or leaves out read-only properties, but not those that it knows to be collections.
    private static bool CanTakeOver(JsonSerializerOptions options) =>
        options.ReferenceHandler is null && CanTakeOverWithoutReferences(options);

    // Whether values can be taken over, apart from what the options say about references.
    public static bool CanTakeOverWithoutReferences(JsonSerializerOptions options) => SettingAgainst(options) is null;

    // Why the serializer writes everything, as a clause after "because"; null where something may be taken over.
    public string? Obstacle =>
        SettingAgainst(Plain)
        ?? (Plain.ReferenceHandler is not null && !_ignoresCycles ? "the options have a ReferenceHandler that keeps references"
            : !_writesDirectly.Value ? "the options have a converter for string, int, long, double or bool"
            : null);

    private static string? SettingAgainst(JsonSerializerOptions options) =>
        options.WriteIndented ? "the options have WriteIndented"
        : options.IgnoreReadOnlyProperties || options.IgnoreReadOnlyFields ? "the options ignore read-only members"
        // Values of a list may be scalars only, and the serializer does not look at the depth of all of them.
        : options.MaxDepth == 1 ? "the options have a MaxDepth of 1"
        : null;

    private JsonSerializerOptions DeriveForCycles(bool batches) => Register(
        new JsonSerializerOptions(Plain) { TypeInfoResolver = new CycleResolver(Plain.TypeInfoResolver!, batches) });

    private JsonSerializerOptions Derive(bool batches = false, bool objects = false) => Register(
        new JsonSerializerOptions(Plain) { TypeInfoResolver = new DropInResolver(Plain.TypeInfoResolver!, batches, objects) });

    // Remembers that options which are ready belong here.
    private JsonSerializerOptions Register(JsonSerializerOptions options)
    {
        options.MakeReadOnly();
        KnownSerializerOptions.FactsOf(options).DropIn = this;
        KnownSerializerOptions.SetOrigin(options, Plain);
        return options;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Converters over reference types are compiled ahead.")]
    private IRowConverter? Choose(Type type, bool isRows)
    {
        try
        {
            if (!CanTakeOver(Plain) || !_writesDirectly.Value) return null;
            return isRows ? RowListTypes.Choose(type, this)
                : RuntimeFeature.IsDynamicCodeSupported ? ValueTypes.Choose(type, this)
                : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A contract that cannot be made: the serializer says so when it is asked to write a value of the type.
            return null;
        }
    }
}
