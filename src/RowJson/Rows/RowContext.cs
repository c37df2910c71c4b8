using System.Reflection.Metadata;

namespace RowJson;

// What is worked out once for one JsonRowOptions and one encoder, and the spare row encoders.
internal sealed class RowContext(JsonRowOptions options, JavaScriptEncoder encoder) : EncodingContext(options, encoder)
{
    // A power of two.
    private const int RecentPlans = 64;

    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    // The plans that were used last, each in the place of its type: to find one by its contract takes as long as to write a short row.
    private readonly object?[] _recentPlans = new object?[RecentPlans];

    // A contract may live as long as the process: nothing that its plan refers to may lead back here, or the table would keep itself.
    private ConditionalWeakTable<JsonTypeInfo, object> Plans => field ?? Interlocked.CompareExchange(ref field, [], null) ?? field;

    // Those for the encoders of System.Text.Json.Utf8JsonWriters, each as long as its encoder lives.
    private ConditionalWeakTable<JavaScriptEncoder, RowContext> Foreign =>
        field ?? Interlocked.CompareExchange(ref field, [], null) ?? field;

    // The types, declared and at run time, of the last sequence that no converter is for: to ask all of them takes as long as a short row.
    public Tuple<Type, Type>? UnclaimedSequence { get; set; }

    // A plan knows its context by this, without leading back to it.
    public readonly object Id = new();

    // That of the contract that the options have for the type. While code can be edited, they may have a new one.
    // hash: that of the type, of which the runtime has to be asked.
    public ObjectPlan<T> PlanOf<T>(int hash)
    {
        if (MetadataUpdater.IsSupported) return PlanOf(RowContract.Of<T>(this));
        ref object? recent = ref _recentPlans.AsSpan()[hash & (RecentPlans - 1)];
        if (Volatile.Read(ref recent) is not ObjectPlan<T> plan) Volatile.Write(ref recent, plan = PlanOf(RowContract.Of<T>(this)));
        return plan;
    }

    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)Plans.GetOrAdd(info, static (key, id) => new ObjectPlan<T>(id, (JsonTypeInfo<T>)key), Id);

    public RowEncoder Rent()
    {
        foreach (ref RowEncoder? spare in _spares.AsSpan())
            if (Interlocked.Exchange(ref spare, null) is { } encoder) return encoder.BeginUse();
        return new RowEncoder(this, new RowFallback(this)).BeginUse();
    }

    // Takes an encoder back, once: in two places it would be given to two writes.
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
