using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// How rows that are declared as T are written: chosen once per type.
// The declared type decides, as in JsonSerializer.Serialize<IEnumerable<T>>: what a row is at run time matters for object only. The one
// difference is meant: rows that are sequences of pairs, and no dictionaries, are rows of names and values.
// pairs: what rows of names and values have as values; null for other rows.
internal sealed class RowType<T>(RowItems<T> items, PairValues? pairs = null)
{
    public static RowType<T> Instance { get; } = RowTypes.Choose<T>();

    // What writes rows, of all sources.
    public RowItems<T> Items => items;

    // The rows of a sequence, written by their type alone.
    public RowSource Rows(IEnumerable<T> sequence) =>
        pairs?.OfDictionaries(sequence, RowTypes.DictionaryType(typeof(T)), typeof(IEnumerable<T>))
        ?? new SequenceRows<T>(sequence, items) { SequenceType = typeof(IEnumerable<T>) };
}

internal static class RowTypes
{
    // Each kind has a method of its own: in the first call of a process only the one that is needed is compiled.
    public static RowType<T> Choose<T>()
    {
        Type type = typeof(T);
        if (type == typeof(Row)) return Dictionaries<T>();
        if (type.IsValueType) return ChooseValue<T>();
        if (type == typeof(JsonDocument)) return Documents<T>();
        if (type == typeof(object) || type.IsAssignableTo(typeof(JsonNode))) return ChooseByValue<T>();
        if (MayBeOfDatabase(type) && DatabaseRow<T>() is { } row) return row;
        return ChoosePairs<T>() ?? Contract<T>();
    }

    // The kind of dictionary that rows are declared as; null where they are sequences of pairs.
    public static Type? DictionaryType(Type row) => PairValues.IsDictionary(row) ? row : null;

    private static RowType<T> ChooseValue<T>() =>
        typeof(T) == typeof(JsonElement) ? Elements<T>() : typeof(T) == typeof(RawJson) ? Raw<T>() : Contract<T>();

    private static RowType<T> ChooseByValue<T>() =>
        typeof(T) == typeof(object) ? Mixed<T>() : typeof(T) == typeof(JsonObject) ? NodePairs<T>() : Nodes<T>();

    private static RowType<T> Dictionaries<T>() => Of<T, Row?>(new DictionaryItems(typeof(Row)));

    private static RowType<T>? ChoosePairs<T>() => PairValues.Of(typeof(T)) is { } pairs ? new(PairsOf<T>(pairs), pairs) : null;

    private static PairItems<T> PairsOf<T>(PairValues pairs) => new(pairs, DictionaryType(typeof(T)));

    private static RowType<T> Mixed<T>() =>
        Of<T, object?>(new EncodedItems<object?>(static (encoder, row) => encoder.WriteAnyRow(row)));

    private static RowType<T> Elements<T>() =>
        Of<T, JsonElement>(new EncodedItems<JsonElement>(static (encoder, row) => encoder.WriteElementRow(row)));

    private static RowType<T> Documents<T>() =>
        Of<T, JsonDocument?>(new EncodedItems<JsonDocument?>(static (encoder, row) => encoder.WriteElementRow(row)));

    private static RowType<T> Raw<T>() =>
        Of<T, RawJson>(new EncodedItems<RawJson>(static (encoder, row) => encoder.WriteRawRow(row)));

    private static RowType<T> NodePairs<T>() => new(new NodeItems<T>(PairsOf<T>(PairValues.Of(typeof(T))!).Write));

    private static RowType<T> Nodes<T>() =>
        new(new NodeItems<T>(static (encoder, row) => encoder.WriteNodeRow((JsonNode?)(object?)row, typeof(T))));

    // Compared by name: other types then need not load System.Data and the four assemblies that its types are built on.
    private static bool MayBeOfDatabase(Type type)
    {
        const string name = "System.Data";
        for (Type? candidate = type; candidate is not null; candidate = candidate.BaseType)
            if (candidate.Namespace == name) return true;
        return Array.Exists(ObjectContract.InterfacesOf(type), it => it.Namespace == name);
    }

    private static RowType<T>? DatabaseRow<T>()
    {
        Type type = typeof(T);
        if (type.IsAssignableTo(typeof(DataRow))) return Learning<T, DataRow?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(DataRowView))) return Learning<T, DataRowView?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(IDataRecord))) return Learning<T, IDataRecord?>(static () => new DataRecordWriter().Write);
        return null;
    }

    private static RowType<T> Contract<T>() => Of<T, T>(new ObjectItems<T>(typeInfo: null));

    // Rows of a type that is TRow.
    private static RowType<T> Of<T, TRow>(RowItems<TRow> items) => new((RowItems<T>)(object)items);

    // Rows of a class that is TRow, or derived from it, whose writer learns with each row.
    private static RowType<T> Learning<T, TRow>(Func<Action<RowEncoder, TRow>> open) =>
        new(new LearningItems<T>(() => (Action<RowEncoder, T>)(object)open()));
}
