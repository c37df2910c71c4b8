using System.Text.Encodings.Web;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>What values need that is worked out once: what the serializer's options ask for, and the copier of JSON text.</summary>
internal abstract class EncodingContext : CellContext
{
    private JsonTextCopier? _copier;
    private RuntimeWriters? _runtimeWriters;
    private DatabaseForms? _databaseForms;

    protected EncodingContext(JsonRowOptions options, JavaScriptEncoder encoder)
        : base(options, encoder) => Traits = CreateTraits(options.SerializerOptions);

    /// <summary>Made on first use: most results need none.</summary>
    public JsonTextCopier Copier => _copier ??= new JsonTextCopier(Escapes, Options.Sizes.ColdText);

    public readonly SerializerTraits Traits;

    /// <summary>What writes values that are declared as objects.</summary>
    public RuntimeWriters RuntimeWriters =>
        _runtimeWriters ?? Interlocked.CompareExchange(ref _runtimeWriters, new RuntimeWriters(this), null) ?? _runtimeWriters;

    /// <summary>The forms of values that come from databases.</summary>
    public DatabaseForms DatabaseForms => _databaseForms ??= new DatabaseForms(Traits);

    /// <summary>What is known about the options of a contract: the context's own, or others.</summary>
    public SerializerTraits TraitsOf(JsonTypeInfo info) =>
        SharedContracts.Has(Options.SerializerOptions, info) ? Traits : CreateTraits(info.Options);

    private SerializerTraits CreateTraits(System.Text.Json.JsonSerializerOptions options) =>
        new(options, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));
}
