namespace RowJson;

// Computed once for all values: what the serializer's options ask for, and the copier of JSON text.
internal abstract class EncodingContext : CellContext
{
    protected EncodingContext(JsonRowOptions options, JavaScriptEncoder encoder)
        : base(options, encoder) => Traits = CreateTraits(options.SerializerOptions);

    // Made on first use: most results need none.
    public JsonTextCopier Copier => field ??= new JsonTextCopier(Escapes, Options.Sizes.ColdText);

    public readonly SerializerTraits Traits;

    // Writes values that are declared as objects.
    public RuntimeWriters RuntimeWriters => field ?? Interlocked.CompareExchange(ref field, new RuntimeWriters(this), null) ?? field;

    // The forms of values that come from databases.
    public DatabaseForms DatabaseForms => field ??= new DatabaseForms(Traits);

    // What is known about the options of a contract: the context's own, or others.
    public SerializerTraits TraitsOf(JsonTypeInfo info) =>
        SharedContracts.Has(Options.SerializerOptions, info) ? Traits : CreateTraits(info.Options);

    private SerializerTraits CreateTraits(JsonSerializerOptions options) =>
        new(options, escapesTimes: Escapes.EscapesAny("-0123456789:."u8));
}
