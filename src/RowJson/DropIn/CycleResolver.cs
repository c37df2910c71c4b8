namespace RowJson;

// What writes a value and all that is in it, where cycles are ignored.
internal enum WholeWriter
{
    // Columns.
    Columns,

    // The serializer, with the application's options.
    Serializer,
}

// Gives contracts where cycles are ignored. To see that a value contains itself, its writer has to know everything around it, so each value
// is written as a whole, by columns where all of it can be, and otherwise by the application's options.
// plain: what the application's options have.
// batches: for streams: the serializer writes the values, and flushes in between, except a list at the root, which becomes batches of rows.
internal sealed class CycleResolver(IJsonTypeInfoResolver plain, bool batches) : IJsonTypeInfoResolver
{
    // The resolver of the application's options.
    public IJsonTypeInfoResolver Plain => plain;

    // Values are written with such options as this resolver says.
    public static bool CanTakeOver(JsonSerializerOptions options) =>
        RuntimeFeature.IsDynamicCodeSupported
        && options.ReferenceHandler == ReferenceHandler.IgnoreCycles && DropInOptions.CanTakeOverWithoutReferences(options);

    // Named in the serializer's messages, as what has no contract for a type.
    public override string? ToString() => plain.ToString();

    public JsonTypeInfo? GetTypeInfo(Type type, JsonSerializerOptions options)
    {
        // Options that may still change are not known yet.
        if (!options.IsReadOnly) return plain.GetTypeInfo(type, options);
        DropInOptions dropIn = DropInOptions.Of(options);
        if (batches && type == typeof(RowBatches)) return RowBatches.CreateInfo(options);
        if (batches && type == typeof(RowBatch)) return RowBatch.CreateInfo(options);
        JsonTypeInfo? info = plain.GetTypeInfo(type, options);
        if (info is null || batches || ReferenceEquals(dropIn.Plain, options) || !CanTakeOver(dropIn.Plain)) return info;
        if (!HoldsOthers(info)) return info;
        if (dropIn.WriterOfWhole(type) is not { } writer)
        {
            if (info.Kind == JsonTypeInfoKind.Object) PlainValues.Prepare(info, dropIn, takes: held => Takes(held, dropIn));
            return info;
        }
        JsonTypeInfo whole = writer == WholeWriter.Columns
            ? ObjectConverters.CreateInfo(type, options, dropIn)
            : PlainValues.Replace(type, options, dropIn.Plain.GetTypeInfo(type));
        // Discriminators are written by the application's contract.
        whole.PolymorphismOptions = null;
        return whole;
    }

    // Decides what writes values of a type as a whole; null if there is nothing in them that concerns this resolver.
    public static WholeWriter? Choose(Type type, DropInOptions dropIn)
    {
        if (dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && PlainValues.MayBeExtensionData(info)) return null;
        // Only the serializer can wait for it.
        if (ContractGraph.HoldsAsyncSequence(type, dropIn.Plain)) return null;
        // The serializer writes the discriminator of a value that is declared as an object only by its own contracts.
        if (IsPolymorphic(type, dropIn) && !HoldsOthersOfOurs(type, dropIn)) return null;
        if (IsDirect(type, dropIn)) return WholeWriter.Columns;
        // What is inside has a contract of ours, which would not know what is around it.
        return ContractGraph.Any(type, dropIn.Plain, found => found == typeof(object) || IsDirect(found, dropIn))
            ? WholeWriter.Serializer
            : null;
    }

    private static bool IsPolymorphic(Type type, DropInOptions dropIn) =>
        dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && PlainValues.IsPolymorphic(info, dropIn);

    // A polymorphic value may hold another one that has a contract of ours, which would not know what is around it.
    private static bool HoldsOthersOfOurs(Type type, DropInOptions dropIn) => ContractGraph.Any(
        type,
        dropIn.Plain,
        found => found == typeof(object)
            || (!IsPolymorphic(found, dropIn) && HoldsObjects(found, dropIn.Plain) && IsDirect(found, dropIn)));

    // False for lists and dictionaries of scalars, which are in no cycle.
    private static bool HoldsObjects(Type type, JsonSerializerOptions options) => ContractGraph.Any(
        type,
        options,
        found => found == typeof(object)
            || (options.TryGetTypeInfo(found, out JsonTypeInfo? info) && info.Kind == JsonTypeInfoKind.Object));

    private static bool Takes(Type type, DropInOptions dropIn) =>
        dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) && HoldsOthers(info) && dropIn.WriterOfWhole(type) is not null;

    private static bool HoldsOthers(JsonTypeInfo info) => info.Kind != JsonTypeInfoKind.None;

    // Values of the type hold others, and all of them are written by columns. Others gain nothing, or cannot be.
    private static bool IsDirect(Type type, DropInOptions dropIn)
    {
        SerializerTraits traits = dropIn.Rows.Context.Traits;
        if (!traits.WritesObjectsDirectly || !dropIn.Plain.TryGetTypeInfo(type, out JsonTypeInfo? info) || !HoldsOthers(info)) return false;
        ValueChoice choice = new ValueChoices(dropIn.Rows.Context, traits, compiles: true, isForced: false).Of(type);
        return choice.GainsAsRow && !(choice is ObjectChoice rows && rows.Properties.All(it => IsFlat(it.Value)));
    }

    // To rent an encoder takes as long as the serializer takes for some such values.
    private static bool IsFlat(ValueChoice value) => value.Kind < WriterKind.Object;
}
