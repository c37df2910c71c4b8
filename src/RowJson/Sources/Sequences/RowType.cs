using Row = System.Collections.Generic.Dictionary<string, object?>;

namespace RowJson;

// How rows that are declared as T are written: chosen once per type.
// The declared type decides, as in JsonSerializer.Serialize<IEnumerable<T>>: what a row is at run time matters for object only. The one
// difference is intended: rows that are sequences of pairs, but not dictionaries, are rows of names and values.
internal static class RowType<T>
{
    // What writes such rows, from all sources.
    public static RowEncoding<T> Encoding { get; } = RowTypes.Choose<T>();

    // The rows of a sequence, written by their type alone.
    public static RowSource Rows(IEnumerable<T> sequence) => (Encoding as PairRowEncoding<T>)?.OfDictionaries(sequence)
        ?? new SequenceRows<T>(sequence, Encoding) { SequenceType = typeof(IEnumerable<T>) };
}

internal static class RowTypes
{
    // Each kind has a method of its own: in the first call of a process only the one that is needed is compiled.
    public static RowEncoding<T> Choose<T>()
    {
        Type type = typeof(T);
        if (type == typeof(Row)) return Dictionaries<T>();
        if (type.IsValueType) return ChooseValue<T>();
        if (type == typeof(JsonDocument)) return Documents<T>();
        if (type == typeof(object) || type.IsAssignableTo(typeof(JsonNode))) return ChooseByValue<T>();
        if (MayBeOfDatabase(type) && DatabaseRow<T>() is { } row) return row;
        return ChoosePairs<T>() ?? Contract<T>();
    }

    private static RowEncoding<T> ChooseValue<T>() =>
        typeof(T) == typeof(JsonElement) ? Elements<T>() : typeof(T) == typeof(RawJson) ? Raw<T>() : Contract<T>();

    private static RowEncoding<T> ChooseByValue<T>() =>
        typeof(T) == typeof(object) ? Mixed<T>() : typeof(T) == typeof(JsonObject) ? NodePairs<T>() : Nodes<T>();

    private static RowEncoding<T> Dictionaries<T>() => Of<T, Row?>(new DictionaryRowEncoding(typeof(Row)));

    private static RowEncoding<T>? ChoosePairs<T>() => PairValues.Of(typeof(T)) is { } pairs ? new PairRowEncoding<T>(pairs) : null;

    private static RowEncoding<T> Mixed<T>() =>
        Of<T, object?>(new DelegateRowEncoding<object?>(static (encoder, row) => encoder.WriteAnyRow(row)));

    private static RowEncoding<T> Elements<T>() =>
        Of<T, JsonElement>(new DelegateRowEncoding<JsonElement>(static (encoder, row) => encoder.WriteElementRow(row)));

    private static RowEncoding<T> Documents<T>() =>
        Of<T, JsonDocument?>(new DelegateRowEncoding<JsonDocument?>(static (encoder, row) => encoder.WriteElementRow(row)));

    private static RowEncoding<T> Raw<T>() =>
        Of<T, RawJson>(new DelegateRowEncoding<RawJson>(static (encoder, row) => encoder.WriteRawRow(row)));

    private static RowEncoding<T> NodePairs<T>() => new NodeRowEncoding<T>(new PairRowEncoding<T>(PairValues.Of(typeof(T))!).Write);

    private static RowEncoding<T> Nodes<T>() =>
        new NodeRowEncoding<T>(static (encoder, row) => encoder.WriteNodeRow((JsonNode?)(object?)row, typeof(T)));

    // Compared by name: other types then need not load System.Data and the four assemblies that its types are built on.
    public static bool MayBeOfDatabase(Type type)
    {
        const string name = "System.Data";
        for (Type? candidate = type; candidate is not null; candidate = candidate.BaseType)
            if (candidate.Namespace == name) return true;
        foreach (Type candidate in ObjectContract.InterfacesOf(type))
            if (candidate.Namespace == name) return true;
        return false;
    }

    public static bool IsTable(Type type) => MayBeOfDatabase(type) && IsTableOfDatabase(type);

    private static bool IsTableOfDatabase(Type type) => type.IsAssignableTo(typeof(DataTable)) || type.IsAssignableTo(typeof(DataView));

    private static RowEncoding<T>? DatabaseRow<T>()
    {
        Type type = typeof(T);
        if (type.IsAssignableTo(typeof(DataRow))) return Learning<T, DataRow?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(DataRowView))) return Learning<T, DataRowView?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(IDataRecord))) return Learning<T, IDataRecord?>(static () => new DataRecordWriter().Write);
        return null;
    }

    private static RowEncoding<T> Contract<T>() => new ObjectRowEncoding<T>(typeInfo: null);

    // Rows of a type that is TRow.
    private static RowEncoding<T> Of<T, TRow>(RowEncoding<TRow> encoding) => (RowEncoding<T>)(object)encoding;

    // Rows of a class that is TRow, or derived from it, whose writer learns with each row.
    private static RowEncoding<T> Learning<T, TRow>(Func<Action<RowEncoder, TRow>> open) =>
        new LearningRowEncoding<T>(() => (Action<RowEncoder, T>)(object)open());
}
