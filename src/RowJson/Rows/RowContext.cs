using System.Reflection.Metadata;

namespace RowJson;

// Everything that is computed once for one JsonRowOptions and one JavaScriptEncoder, and the spare row encoders.
internal sealed class RowContext(JsonRowOptions options, JavaScriptEncoder encoder) : EncodingContext(options, encoder)
{
    // A power of two.
    private const int RecentPlans = 64;

    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    // The plans that were used last, by the hash of their type: finding one by its contract takes as long as writing a short row.
    private readonly object?[] _recentPlans = new object?[RecentPlans];

    // A contract may live as long as the process. If its plan referred to this context, even indirectly, the table would never be freed.
    private ConditionalWeakTable<JsonTypeInfo, object> Plans => field ?? Interlocked.CompareExchange(ref field, [], null) ?? field;

    // The contexts for the encoders of Utf8JsonWriters. Each lives as long as its encoder.
    private ConditionalWeakTable<JavaScriptEncoder, RowContext> Foreign =>
        field ?? Interlocked.CompareExchange(ref field, [], null) ?? field;

    // Declared and runtime type of the last sequence that no converter is for: asking all converters takes as long as writing a short row.
    public Tuple<Type, Type>? UnclaimedSequence { get; set; }

    // Lets a plan recognise its context without a reference to it.
    public readonly object Id = new();

    // The plan for the contract that the options have for the type. While code can be edited (hot reload), that may be a new contract.
    // hash: the hash code of the type, which the caller keeps because the runtime needs time to return it.
    public ObjectPlan<T> PlanOf<T>(int hash)
    {
        if (MetadataUpdater.IsSupported) return PlanOf(ContractOf<T>());
        ref object? recent = ref _recentPlans.AsSpan()[hash & (RecentPlans - 1)];
        if (Volatile.Read(ref recent) is not ObjectPlan<T> plan) Volatile.Write(ref recent, plan = PlanOf(ContractOf<T>()));
        return plan;
    }

    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)Plans.GetOrAdd(info, static (key, id) => new ObjectPlan<T>(id, (JsonTypeInfo<T>)key), Id);

    public JsonTypeInfo<T> ContractOf<T>() => Traits.Options.TryGetTypeInfo(typeof(T), out JsonTypeInfo? info)
        ? (JsonTypeInfo<T>)info
        : throw new NotSupportedException(
            $"The JsonSerializerOptions have no metadata for rows of type '{typeof(T)}'. Add [JsonSerializable(typeof(…))] for the type to "
            + "a JsonSerializerContext, and pass its metadata, JsonRows.From(rows, MyContext.Default.Row), or set "
            + "JsonRowOptions.SerializerOptions to options that have this context as their TypeInfoResolver: "
            + (JsonSerializer.IsReflectionEnabledByDefault
                ? "the resolver that they have does not know the type."
                : "the application is published without reflection for System.Text.Json."));

    public RowEncoder Rent()
    {
        foreach (ref RowEncoder? spare in _spares.AsSpan())
            if (Interlocked.Exchange(ref spare, null) is { } encoder) return encoder.BeginUse();
        return new RowEncoder(this, new RowFallback(this)).BeginUse();
    }

    // Takes an encoder back. Taken back twice, it would be given to two writes: EndUse refuses that.
    public void Return(RowEncoder encoder)
    {
        encoder.EndUse();
        encoder.Close();
        foreach (ref RowEncoder? spare in _spares.AsSpan())
        {
            if (spare is not null) continue;
            Volatile.Write(ref spare, encoder);
            return;
        }
    }

    // The context of the same options for another encoder.
    public RowContext For(JavaScriptEncoder? other)
    {
        other ??= JavaScriptEncoder.Default;
        return ReferenceEquals(Escapes.Encoder, other)
            ? this
            : Foreign.GetOrAdd(other, static (key, options) => new RowContext(options, key), Options);
    }
}

internal static class ContextOfOptions
{
    extension(JsonRowOptions options)
    {
        public RowContext Context
        {
            get
            {
                ref object? known = ref options.KnownContext;
                if (Volatile.Read(ref known) is RowContext context) return context;
                context = new RowContext(options, options.SerializerOptions.Encoder ?? JavaScriptEncoder.Default);
                return (RowContext?)Interlocked.CompareExchange(ref known, context, null) ?? context;
            }
        }
    }
}
