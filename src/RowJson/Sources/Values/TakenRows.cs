namespace RowJson;

// Decides which rows inside a value are written directly, and with the bytes of the serializer.
internal static class TakenRows
{
    // Rows of this declared type are.
    public static bool Takes(Type row, RowContext context, ValueChoices choices)
    {
        SerializerTraits traits = context.Traits;
        JsonSerializerOptions options = traits.Options;
        if (row == typeof(JsonElement) || row == typeof(JsonDocument) || row == typeof(RawJson)) return traits.IsBuiltIn(row);
        if (PairValues.Of(row) is not null) return TakesDictionary(row, traits);
        ValueChoice choice = choices.Of(row);
        return (choice.GainsAsRow || choice.Kind is WriterKind.Scalar or WriterKind.String)
            // What their text is depends on how the serializer is called: only it knows.
            && !ContractGraph.HoldsGeneratedBytes(row, options)
            && !ContractGraph.HoldsAsyncSequence(row, options);
    }

    // How rows of a list are written.
    public static RowItems<T> Of<TList, T>() =>
        !IsListOfElements(typeof(TList)) ? RowType<T>.Instance.CreateItems()
        : (RowItems<T>)(object)new EncodedItems<JsonElement>(static (encoder, row) => encoder.WriteDocumentRow(row));

    // Only of these types does the serializer write elements without checking their depth; of other sequences it refuses those that lie at
    // MaxDepth.
    public static bool IsListOfElements(Type list) => list == typeof(List<JsonElement>) || list == typeof(JsonElement[]);

    // The serializer sees a dictionary with names, and its values are written directly.
    private static bool TakesDictionary(Type row, SerializerTraits traits)
    {
        if (!PairValues.IsDictionary(row) || !traits.IsBuiltIn(row)) return false;
        if (!traits.Options.TryGetTypeInfo(row, out JsonTypeInfo? info) || info.Kind != JsonTypeInfoKind.Dictionary) return false;
        Type? value = info.ElementType;
        if (value is null || !traits.IsBuiltIn(value)) return false;
        // A converter for objects sees each value, and a value may contain itself.
        if (value == typeof(object)) return !traits.ConvertsObjects && !traits.IgnoresCycles;
        // Numbers that are written as strings are the serializer's where all values are declared as numbers.
        return value == typeof(string) || ScalarTypes.All.Any(it => it.Type == value && !(it.Scalar.IsNumber && traits.QuotesNumbers));
    }
}
