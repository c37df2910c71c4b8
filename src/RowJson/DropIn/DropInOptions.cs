using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>
/// The options that one set of an application's options becomes for writing, and what is known about types under them. Made once for each
/// set, and kept as long as the options themselves.
/// </summary>
internal sealed class DropInOptions
{
    /// <summary>By each of the three options that belong together: those of the application, and the two made of them.</summary>
    private static readonly ConditionalWeakTable<JsonSerializerOptions, DropInOptions> Known = [];

    /// <summary>By options that callers pass with each call: what belongs to the first of all that are equal to them.</summary>
    private static readonly ConditionalWeakTable<JsonSerializerOptions, DropInOptions> KnownAsEqual = [];

    private readonly ConcurrentDictionary<Type, IRowConverter?> _lists = [];
    private readonly ConcurrentDictionary<Type, bool> _holders = [];
    private readonly Lazy<JsonSerializerOptions> _batched;
    private readonly Lazy<bool> _writesDirectly;

    private DropInOptions(JsonSerializerOptions plain, JsonSerializerOptions? whole, JsonRowOptions? settings)
    {
        Plain = plain;
        Rows = settings is null ? new JsonRowOptions(plain) : new JsonRowOptions(settings) { SerializerOptions = plain };
        Whole = whole ?? (CanTakeOver(plain) ? Derive(batches: false) : plain);
        _batched = new Lazy<JsonSerializerOptions>(() => ReferenceEquals(Whole, Plain) ? Plain : Derive(batches: true));
        _writesDirectly = new Lazy<bool>(() => Rows.Context.Traits is { AsksAboutBasics: _, WritesDirectly: true });
    }

    /// <summary>The application's options: they decide everything, and write what is not taken over.</summary>
    public JsonSerializerOptions Plain { get; }

    /// <summary>With a converter for each type of list that is taken over, which writes a list as a whole.</summary>
    public JsonSerializerOptions Whole { get; }

    /// <summary>With batches in the place of properties that are such lists: the serializer can flush between two of them.</summary>
    public JsonSerializerOptions Batched => _batched.Value;

    /// <summary>The options that rows are written with.</summary>
    public JsonRowOptions Rows { get; }

    /// <summary>Why nothing is read with these options.</summary>
    public string Refusal =>
        "Options made by JsonRowSerializer.CreateWriteOptions are for writing. Read with the options that they were made of"
        + (ReferenceEquals(Plain, SerializerTraits.DefaultOptions) ? ": JsonSerializerOptions.Default."
            : ReferenceEquals(Plain, SerializerTraits.WebOptions) ? ": JsonSerializerOptions.Web."
            : ".");

    /// <summary>What belongs to these options, which become read-only.</summary>
    public static DropInOptions Of(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out DropInOptions? known) ? known : Known.GetValue(options, static key => Create(key, settings: null));

    /// <summary>
    /// The same for a caller whom it does not matter which of several equal options it is made of: as for the serializer, it costs little
    /// to make equal ones for each call.
    /// </summary>
    public static DropInOptions OfEqual(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out DropInOptions? known) || KnownAsEqual.TryGetValue(options, out known)
            ? known
            : KnownAsEqual.GetValue(options, static key => Of(FirstOf(key)));

    private static JsonSerializerOptions FirstOf(JsonSerializerOptions options)
    {
        SerializerTraits.MakeReadOnly(options);
        return SharedContracts.FirstOf(options) ?? options;
    }

    /// <summary>The options of the application, where these are made of them; else the same.</summary>
    public static JsonSerializerOptions PlainOf(JsonSerializerOptions options) =>
        Known.TryGetValue(options, out DropInOptions? known) ? known.Plain : options;

    /// <summary>New ones whose rows are written with settings of their own; nobody else gets them.</summary>
    internal static DropInOptions Create(JsonSerializerOptions options, JsonRowOptions? settings)
    {
        SerializerTraits.MakeReadOnly(options);
        if (!options.TypeInfoResolverChain.Any(resolver => resolver is DropInResolver)) return new DropInOptions(options, null, settings);
        // Somebody has copied options of ours and changed something: the same change, without us.
        var plain = new JsonSerializerOptions(options)
        {
            TypeInfoResolver = JsonTypeInfoResolver.Combine(
                [.. options.TypeInfoResolverChain.Select(resolver => resolver is DropInResolver ours ? ours.Plain : resolver)]),
        };
        plain.MakeReadOnly();
        return new DropInOptions(plain, options, settings);
    }

    /// <summary>How values that are declared as this type are written as rows; null if they are the serializer's.</summary>
    public IRowConverter? Find(Type type) =>
        RowListTypes.MayBeList(type) ? _lists.GetOrAdd(type, static (type, options) => options.Choose(type), this) : null;

    /// <summary>Values of a type are such rows, or hold some.</summary>
    public bool HoldsRows(Type type) =>
        _holders.GetOrAdd(type, static (type, options) => ContractGraph.HoldsRows(type, options), this);

    /// <summary>
    /// False: the serializer writes all rows itself, or leaves out read-only properties, but not those that it knows to be collections.
    /// </summary>
    private static bool CanTakeOver(JsonSerializerOptions options) =>
        RuntimeFeature.IsDynamicCodeSupported
        && options is { ReferenceHandler: null, WriteIndented: false, IgnoreReadOnlyProperties: false, IgnoreReadOnlyFields: false }
        && !options.NumberHandling.HasFlag(JsonNumberHandling.WriteAsString);

    private JsonSerializerOptions Derive(bool batches)
    {
        var options = new JsonSerializerOptions(Plain) { TypeInfoResolver = new DropInResolver(Plain.TypeInfoResolver!, batches) };
        options.MakeReadOnly();
        Known.AddOrUpdate(options, this);
        return options;
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Nothing is taken over where code cannot be made at run time.")]
    private IRowConverter? Choose(Type type)
    {
        try
        {
            return CanTakeOver(Plain) && _writesDirectly.Value ? RowListTypes.Choose(type, this) : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A contract that cannot be made: the serializer says so when it is asked to write a value of the type.
            return null;
        }
    }
}
