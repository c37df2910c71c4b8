using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Everything that is worked out once for one <see cref="JsonRowOptions"/> and one encoder, and then shared.</summary>
internal sealed class EncodingContext
{
    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    /// <summary>Plans for contracts, as long as somebody else holds the contract.</summary>
    private ConditionalWeakTable<JsonTypeInfo, object>? _plans;

    private JsonTextCopier? _copier;
    private NameCaches? _names;

    public EncodingContext(JsonRowOptions options, JavaScriptEncoder encoder)
    {
        Options = options;
        ReaderPlans = new ReaderPlans(options.ObjectAccess);
        Escapes = new EscapeTable(encoder);
        Traits = new SerializerTraits(options.SerializerOptions, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));
    }

    public JsonRowOptions Options { get; }

    public EscapeTable Escapes { get; }

    /// <summary>Made on first use, as the names are: each result needs one or the other.</summary>
    public JsonTextCopier Copier => _copier ??= new JsonTextCopier(Escapes, Options.Sizes.ColdText);

    public SerializerTraits Traits { get; }

    /// <inheritdoc cref="NameCaches.Keys"/>
    public NameCache Keys => Names.Keys;

    /// <inheritdoc cref="NameCaches.ColumnKeys"/>
    public NameCache ColumnKeys => Names.ColumnKeys;

    /// <inheritdoc cref="NameCaches.Columns"/>
    public NameCache Columns => Names.Columns;

    /// <summary>One set for all encoders, whichever needs it first.</summary>
    private NameCaches Names => _names ?? Interlocked.CompareExchange(ref _names, new NameCaches(Options, Escapes.Encoder), null) ?? _names;

    /// <summary>Compiled code for results of readers.</summary>
    public ReaderPlans ReaderPlans { get; }

    /// <summary>What is known about the options of a contract: the context's own, or others.</summary>
    public SerializerTraits TraitsOf(JsonTypeInfo info) => SharedContracts.Has(Options.SerializerOptions, info)
        ? Traits
        : new SerializerTraits(info.Options, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));

    /// <summary>How rows of a contract are written.</summary>
    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)Plans.GetValue(info, key => new ObjectPlan<T>(this, (JsonTypeInfo<T>)key));

    private ConditionalWeakTable<JsonTypeInfo, object> Plans =>
        _plans ?? Interlocked.CompareExchange(ref _plans, [], null) ?? _plans;

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
}
