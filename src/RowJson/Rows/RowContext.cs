namespace RowJson;

// What is worked out once for one JsonRowOptions and one encoder, and the spare row encoders.
internal sealed class RowContext(JsonRowOptions options, JavaScriptEncoder encoder) : EncodingContext(options, encoder)
{
    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    // A contract may live as long as the process: nothing that its plan refers to may lead back here, or the table would keep itself.
    private ConditionalWeakTable<JsonTypeInfo, object>? _plans;

    // A plan knows its context by this, without leading back to it.
    public readonly object Id = new();

    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)Plans.GetOrAdd(info, static (key, id) => new ObjectPlan<T>(id, (JsonTypeInfo<T>)key), Id);

    public RowEncoder Rent()
    {
        foreach (ref RowEncoder? spare in _spares.AsSpan())
            if (Interlocked.Exchange(ref spare, null) is { } encoder) return encoder.BeginUse();
        return new RowEncoder(this).BeginUse();
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

    private ConditionalWeakTable<JsonTypeInfo, object> Plans => _plans ?? Interlocked.CompareExchange(ref _plans, [], null) ?? _plans;
}
