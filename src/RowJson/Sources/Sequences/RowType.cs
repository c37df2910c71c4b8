namespace RowJson;

// How rows that are declared as T are written: chosen once per type.
// The declared type decides, as in JsonSerializer.Serialize<IEnumerable<T>>: what a row is at run time matters for object only. The one
// difference is meant: rows that are sequences of pairs, and no dictionaries, are rows of names and values.
internal sealed class RowType<T>(Func<IEnumerable<T>, RowSource> rows, Func<Action<RowEncoder, T>> open, bool hasContract)
{
    public static RowType<T> Instance { get; } = RowTypes.Choose<T>();

    // Rows are written by the System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> of the options.
    public bool HasContract => hasContract;

    // The rows of a sequence, written by their type alone.
    public RowSource Rows(IEnumerable<T> sequence) =>
        sequence is IAsyncEnumerable<T> asyncRows ? Awaitable(rows(sequence), asyncRows) : rows(sequence);

    // Writes single rows during one pass over an asynchronous sequence.
    public Func<Action<RowEncoder, T>> Open => open;

    private AwaitableRows<T> Awaitable(RowSource sequence, IAsyncEnumerable<T> asyncRows) => new(sequence, asyncRows, open);
}

// Chooses the RowType<T> of a type.
internal static class RowTypes
{
    // Each kind has a method of its own: in the first call of a process only the one that is needed is compiled.
    public static RowType<T> Choose<T>()
    {
        Type type = typeof(T);
        if (type == typeof(Dictionary<string, object?>)) return Pairs<T>(PairValues.OfObjects, isDictionary: true);
        if (type.IsValueType) return ChooseValue<T>();
        if (type == typeof(object) || type.IsAssignableTo(typeof(JsonNode))) return ChooseByValue<T>();
        if (MayBeOfDatabase(type) && DatabaseRow<T>() is { } row) return row;
        return ChoosePairs<T>() ?? Contract<T>();
    }

    private static RowType<T> ChooseValue<T>() =>
        typeof(T) == typeof(JsonElement) ? Elements<T>() : typeof(T) == typeof(RawJson) ? Raw<T>() : Contract<T>();

    private static RowType<T> ChooseByValue<T>() =>
        typeof(T) == typeof(object) ? Mixed<T>()
        : typeof(T) == typeof(JsonObject) ? Nodes(ChoosePairs<T>()!.Open())
        : Nodes<T>(static (encoder, row) => encoder.WriteNodeRow((JsonNode?)(object?)row, typeof(T)));

    private static RowType<T>? ChoosePairs<T>() =>
        PairValues.Of(typeof(T)) is { } pairs ? Pairs<T>(pairs, PairValues.IsDictionary(typeof(T))) : null;

    private static RowType<T> Mixed<T>() =>
        Of<T, object?>(static rows => new MixedRows(rows), static (encoder, row) => encoder.WriteAnyRow(row));

    private static RowType<T> Elements<T>() =>
        Of<T, JsonElement>(static rows => new JsonElementSequenceRows(rows), static (encoder, row) => encoder.WriteElementRow(row));

    private static RowType<T> Raw<T>() => Of<T, RawJson>(static (encoder, row) => encoder.WriteRawRow(row));

    private static RowType<T> Nodes<T>(Action<RowEncoder, T> encode) =>
        new(rows => new NodeRows<T>(rows, encode), () => encode, hasContract: false);

    private static RowType<T> Pairs<T>(PairValues pairs, bool isDictionary)
    {
        var declared = new DeclaredPairs(isDictionary ? typeof(T) : null, typeof(IEnumerable<T>));
        return Of<T, object?>(rows => pairs.Rows(rows, declared), (encoder, row) => pairs.Encode(encoder, row, declared.RowType));
    }

    // Compared by name: other types then need not load System.Data and the four assemblies that its types are built on.
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "An interface that is trimmed away is nobody's row.")]
    private static bool MayBeOfDatabase(Type type)
    {
        const string name = "System.Data";
        for (Type? candidate = type; candidate is not null; candidate = candidate.BaseType)
            if (candidate.Namespace == name) return true;
        foreach (Type candidate in type.GetInterfaces())
            if (candidate.Namespace == name) return true;
        return false;
    }

    private static RowType<T>? DatabaseRow<T>()
    {
        Type type = typeof(T);
        if (type.IsAssignableTo(typeof(DataRow))) return OfPass<T, DataRow?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(DataRowView))) return OfPass<T, DataRowView?>(static () => new DataRowWriter().Write);
        if (type.IsAssignableTo(typeof(IDataRecord))) return OfPass<T, IDataRecord?>(static () => new DataRecordWriter().Write);
        return null;
    }

    private static RowType<T> Contract<T>() => new(
        rows => new ObjectRows<T>(rows, typeInfo: null), static () => new ObjectPlans<T>(typeInfo: null).Write, hasContract: true);

    // Rows of a type that is, or derives from, TRow.
    private static RowType<T> Of<T, TRow>(Func<IEnumerable<TRow>, RowSource> rows, Action<RowEncoder, TRow> encode)
    {
        var encodeRow = (Action<RowEncoder, T>)(object)encode;
        return new RowType<T>(
            (Func<IEnumerable<T>, RowSource>)(object)rows, () => encodeRow, hasContract: false);
    }

    private static RowType<T> Of<T, TRow>(Action<RowEncoder, TRow> encode) => OfPass<T, TRow>(() => encode);

    // Rows whose writer learns with each row of a pass.
    private static RowType<T> OfPass<T, TRow>(Func<Action<RowEncoder, TRow>> open)
    {
        Func<IEnumerable<TRow>, RowSource> rows = sequence => new EncodedRows<TRow>(sequence, open, typeof(IEnumerable<T>));
        return new RowType<T>(
            (Func<IEnumerable<T>, RowSource>)(object)rows, () => (Action<RowEncoder, T>)(object)open(), hasContract: false);
    }
}
