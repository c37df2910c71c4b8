using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// Writes the rows of lists of one declared type, one list after the other: it keeps what it has learnt about them.
internal abstract class RowItems<T>
{
    // The serializer writes the rows until columns come.
    public virtual bool IsWaiting(RowContext context) => false;

    // Counts what the serializer has written meanwhile.
    public virtual void Count(RowContext context, long bytes)
    {
    }

    // Writes one row.
    public abstract void Write(RowEncoder encoder, T row);

    // Writes rows from index on until the encoder's batch is full, or all; returns the first that is not written.
    public virtual int Write(RowEncoder encoder, LiveList<T> items, int index)
    {
        while (items.TryGetItem(index, out T row))
        {
            index++;
            Write(encoder, row);
            if (encoder.BatchIsFull) break;
        }
        return index;
    }
}

// Chooses the RowItems<T> of a type, as RowTypes chooses its rows.
internal static class RowItems
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
    public static RowItems<T> Of<TList, T>()
    {
        if (typeof(T) == typeof(Row)) return (RowItems<T>)(object)new DictionaryItems();
        if (IsListOfElements(typeof(TList))) return (RowItems<T>)(object)new ElementItems();
        return RowType<T>.Instance.HasContract ? new ObjectItems<T>() : new OtherItems<T>(RowType<T>.Instance.Open());
    }

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

    private sealed class ObjectItems<T> : RowItems<T>
    {
        private readonly ObjectPlans<T> _plans = new(typeInfo: null);

        public override bool IsWaiting(RowContext context) => _plans.For(context).IsWaiting(context);

        public override void Count(RowContext context, long bytes) => _plans.For(context).Count(context, bytes);

        public override void Write(RowEncoder encoder, T row) => _plans.Write(encoder, row);

        public override int Write(RowEncoder encoder, LiveList<T> items, int index) =>
            _plans.For(encoder).WriteItems(encoder, items, index, int.MaxValue);
    }

    private sealed class DictionaryItems : RowItems<Row?>
    {
        public override void Write(RowEncoder encoder, Row? row) => encoder.WriteDictionaryRow(row, typeof(Row));

        public override int Write(RowEncoder encoder, LiveList<Row?> items, int index) =>
            DictionaryRows.WriteItems(encoder, items, typeof(Row), index, int.MaxValue);
    }

    private sealed class ElementItems : RowItems<JsonElement>
    {
        public override void Write(RowEncoder encoder, JsonElement row) => encoder.WriteDocumentRow(row);
    }

    private sealed class OtherItems<T>(Action<RowEncoder, T> write) : RowItems<T>
    {
        public override void Write(RowEncoder encoder, T row) => write(encoder, row);
    }
}
