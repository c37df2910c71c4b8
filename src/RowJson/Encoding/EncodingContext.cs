using System.Runtime.CompilerServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Everything that is worked out once for one <see cref="JsonRowOptions"/> and one encoder, and then shared.</summary>
internal sealed class EncodingContext
{
    private readonly RowEncoder?[] _spares = new RowEncoder?[Math.Max(2, Environment.ProcessorCount)];

    /// <summary>Plans for contracts, as long as somebody else holds the contract.</summary>
    private readonly ConditionalWeakTable<JsonTypeInfo, object> _plans = [];

    public EncodingContext(JsonRowOptions options, JavaScriptEncoder encoder)
    {
        Options = options;
        ReaderPlans = new ReaderPlans(options.ObjectAccess);
        Escapes = new EscapeTable(encoder);
        Copier = new JsonTextCopier(Escapes);
        Traits = new SerializerTraits(options.SerializerOptions, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));

        JsonNamingPolicy? keyPolicy = options.SerializerOptions.DictionaryKeyPolicy;
        Keys = CreateCache(keyPolicy, filter: null);
        ColumnKeys = options.ChangesColumns ? CreateCache(options.ColumnNamingPolicy ?? keyPolicy, options.ColumnFilter) : Keys;
        Columns = keyPolicy is null ? ColumnKeys : CreateCache(options.ColumnNamingPolicy, options.ColumnFilter);
    }

    public JsonRowOptions Options { get; }

    public EscapeTable Escapes { get; }

    public JsonTextCopier Copier { get; }

    public SerializerTraits Traits { get; }

    /// <summary>Names of dictionaries inside cells: the naming policy of the serializer.</summary>
    public NameCache Keys { get; }

    /// <summary>Names of dictionary rows: the policy and filter for columns, else the naming policy of the serializer.</summary>
    public NameCache ColumnKeys { get; }

    /// <summary>Names of columns of tables, readers and documents: the policy and filter for columns.</summary>
    public NameCache Columns { get; }

    /// <summary>Compiled code for results of readers.</summary>
    public ReaderPlans ReaderPlans { get; }

    /// <summary>What is known about other options than the context's own: those of a contract.</summary>
    public SerializerTraits TraitsOf(JsonSerializerOptions options) => ReferenceEquals(options, Options.SerializerOptions)
        ? Traits
        : new SerializerTraits(options, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));

    /// <summary>How rows of a contract are written.</summary>
    public ObjectPlan<T> PlanOf<T>(JsonTypeInfo<T> info) =>
        (ObjectPlan<T>)_plans.GetValue(info, key => new ObjectPlan<T>(this, (JsonTypeInfo<T>)key));

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

    private NameCache CreateCache(JsonNamingPolicy? policy, Func<string, bool>? filter) =>
        new(Escapes.Encoder, ColumnNames.Change(policy, filter), Options.MaxCachedNames, Options.Sizes);
}
