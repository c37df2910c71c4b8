namespace RowJson;

// Chooses the rows that are taken over.
internal static class TakenRows
{
    // Rows of this declared type are written directly, and with the bytes of the serializer.
    public static bool Takes(Type row, DropInOptions options)
    {
        SerializerTraits traits = options.Rows.Context.Traits;
        if (row == typeof(JsonElement) || row == typeof(RawJson)) return traits.IsBuiltIn(row);
        if (PairValues.Of(row) is not null) return TakesDictionary(row, options);
        return new ValueChoices(options.Rows.Context, traits, RuntimeFeature.IsDynamicCodeSupported, isForced: false).Of(row).GainsAsRow
            // What their text is depends on how the serializer is called: only it knows.
            && !ContractGraph.HoldsGeneratedBytes(row, options.Plain)
            && !ContractGraph.HoldsAsyncSequence(row, options.Plain);
    }

    // How rows of a list are written that are taken over.
    public static RowItems<T> Of<TList, T>() =>
        IsListOfElements(typeof(TList)) ? (RowItems<T>)(object)new PlainElementItems() : RowType<T>.Instance.CreateItems();

    // Only of these types does the serializer write elements without checking their depth; of other sequences it refuses those that lie at
    // MaxDepth.
    public static bool IsListOfElements(Type list) => list == typeof(List<JsonElement>) || list == typeof(JsonElement[]);

    // The serializer sees a dictionary with names, and its values are written directly.
    private static bool TakesDictionary(Type row, DropInOptions options)
    {
        SerializerTraits traits = options.Rows.Context.Traits;
        if (!PairValues.IsDictionary(row) || !traits.IsBuiltIn(row)) return false;
        if (!options.Plain.TryGetTypeInfo(row, out JsonTypeInfo? info) || info.Kind != JsonTypeInfoKind.Dictionary) return false;
        Type? value = info.ElementType;
        if (value is null || !traits.IsBuiltIn(value)) return false;
        // A converter for objects sees each value.
        if (value == typeof(object)) return !traits.ConvertsObjects;
        // Numbers that are written as strings are the serializer's where all values are declared as numbers.
        return value == typeof(string) || ScalarTypes.All.Any(it => it.Type == value && !(it.Scalar.IsNumber && traits.QuotesNumbers));
    }

    private sealed class PlainElementItems : RowItems<JsonElement>
    {
        public override void Write(RowEncoder encoder, JsonElement row) => encoder.WriteDocumentRow(row);
    }
}
