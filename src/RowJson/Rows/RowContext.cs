using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Everything that is worked out once for one <see cref="JsonRowOptions"/> and one encoder, and the spare row encoders.</summary>
internal sealed class RowContext(JsonRowOptions options, JavaScriptEncoder encoder) : EncodingContext(options, encoder)
{
    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    /// <summary>
    /// Plans for contracts, as long as contract and context live. A contract may live as long as the process: nothing that its plan refers
    /// to may lead back here, or the table would keep itself.
    /// </summary>
    private ConditionalWeakTable<JsonTypeInfo, object>? _plans;

    private ConcurrentDictionary<Type, object>? _extras;

    /// <summary>What a plan knows its context by, without leading back to it.</summary>
    public readonly object Id = new();

    /// <summary>How rows of a contract are written.</summary>
    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)Plans.GetOrAdd(info, static (key, id) => new ObjectPlan<T>(id, (JsonTypeInfo<T>)key), Id);

    /// <summary>What a source keeps from result to result: one object of each type.</summary>
    public T Extra<T>(Func<JsonRowOptions, T> create)
        where T : class => (T)Extras.GetOrAdd(typeof(T), static (_, it) => it.Create(it.Options), (Create: create, Options));

    /// <summary>An encoder that nobody else uses until it is returned.</summary>
    public RowEncoder Rent()
    {
        foreach (ref RowEncoder? spare in _spares.AsSpan())
            if (Interlocked.Exchange(ref spare, null) is { } encoder) return encoder.BeginUse();
        return new RowEncoder(this).BeginUse();
    }

    /// <summary>Takes an encoder back, once: in two places it would be given to two writes.</summary>
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

    private ConcurrentDictionary<Type, object> Extras => _extras ?? Interlocked.CompareExchange(ref _extras, [], null) ?? _extras;

    private ConditionalWeakTable<JsonTypeInfo, object> Plans => _plans ?? Interlocked.CompareExchange(ref _plans, [], null) ?? _plans;
}
