namespace RowJson;

// Rows of names and values, by the declared type of the values.
internal abstract class PairValues
{
    public static PairValues OfObjects { get; } = new ObjectPairs();

    // The pairs of a row type, a class or an interface; null if its rows are something else, or of several kinds.
    public static PairValues? Of(Type rowType)
    {
        if (!rowType.IsAssignableTo(typeof(System.Collections.IEnumerable)) || rowType == typeof(string)) return null;
        if (PairsOf(rowType) is not { } pairs) return null;
        Type value = pairs.GetGenericArguments()[0].GetGenericArguments()[1];
        if (value == typeof(object)) return OfObjects;
        if (RuntimeFeature.IsDynamicCodeSupported) return Create(value);
        if (KnownPairs.Find(pairs) is { } known) return known;
        // The serializer writes a dictionary by its metadata, but does not write other sequences of pairs as rows.
        return IsDictionary(rowType) ? null : new UnknownPairs(pairs);
    }

    // IEnumerable<T> of pairs.
    public abstract Type SequenceType { get; }

    public Type ValueType => field ??= SequenceType.GetGenericArguments()[0].GetGenericArguments()[1];

    // Rows in a list or an array of dictionaries, which is seen as a sequence of something else; null for other sequences.
    // rowType: the kind of dictionary that rows are declared as; null where they are sequences of pairs.
    // sequenceType: what the sequence is declared as.
    public abstract RowSource? OfDictionaries(object rows, Type? rowType, Type sequenceType);

    public abstract void Encode(RowEncoder encoder, object? row, Type? rowType);

    // The serializer writes the type as an object of names and values, and not as an array of pairs.
    public static bool IsDictionary(Type type) =>
        ObjectContract.FormsOf(type, typeof(IDictionary<,>)).Concat(ObjectContract.FormsOf(type, typeof(IReadOnlyDictionary<,>))).Any();

    // The one sequence of pairs that a type is; null if it is not one, or is several.
    private static Type? PairsOf(Type type)
    {
        IEnumerable<Type> pairs = ObjectContract.FormsOf(type, typeof(IEnumerable<>)).Where(static form =>
            form.GetGenericArguments()[0] is { IsGenericType: true } pair && pair.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)
            && pair.GetGenericArguments()[0] == typeof(string));
        return pairs.ToArray() is [var only] ? only : null;
    }

    [RequiresDynamicCode("Makes a generic type at run time.")]
    private static PairValues Create(Type valueType) =>
        (PairValues)Activator.CreateInstance(typeof(PairValues<>).MakeGenericType(valueType))!;

    private sealed class ObjectPairs : PairValues<object?>
    {
        protected override RowEncoding<Dictionary<string, object?>?> EncodingOf(Type declared) => new DictionaryRowEncoding(declared);

        public override void Encode(RowEncoder encoder, object? row, Type? rowType) =>
            encoder.WritePairsRow((IEnumerable<KeyValuePair<string, object?>>?)row, rowType);
    }
}

// The types of values that need no code made at run time: used if none can be made.
internal static class KnownPairs
{
    private static readonly PairValues[] All =
    [
        new PairValues<string?>(), new PairValues<int>(), new PairValues<long>(), new PairValues<double>(),
        new PairValues<bool>(), new PairValues<decimal>(), new PairValues<DateTime>(), new PairValues<Guid>(), new PairValues<float>(),
        new PairValues<short>(), new PairValues<byte>(), new PairValues<sbyte>(), new PairValues<ushort>(), new PairValues<uint>(),
        new PairValues<ulong>(), new PairValues<Half>(), new PairValues<char>(), new PairValues<DateTimeOffset>(),
        new PairValues<DateOnly>(), new PairValues<TimeOnly>(), new PairValues<TimeSpan>(), new PairValues<JsonElement>(),
        new PairValues<RawJson>(), new PairValues<JsonNode?>(), new PairValues<int?>(), new PairValues<long?>(),
        new PairValues<double?>(), new PairValues<bool?>(), new PairValues<decimal?>(), new PairValues<DateTime?>(),
        new PairValues<Guid?>(),
    ];

    public static PairValues? Find(Type sequenceType) => Array.Find(All, values => values.SequenceType == sequenceType);
}

// Rows that need code which is made at run time, where that is not supported.
internal sealed class UnknownPairs(Type sequenceType) : PairValues
{
    public override Type SequenceType => sequenceType;

    public override RowSource? OfDictionaries(object rows, Type? rowType, Type sequenceType) => throw Refuse();

    public override void Encode(RowEncoder encoder, object? row, Type? rowType) => throw Refuse();

    private NotSupportedException Refuse() => new(
        $"Rows of type '{sequenceType}' need code that is made at run time, which this application does not support. "
        + "Use a dictionary that a JsonSerializerContext in JsonRowOptions.SerializerOptions describes, "
        + "or pairs with values of type object.");
}

internal class PairValues<TValue> : PairValues
{
    public override Type SequenceType => typeof(IEnumerable<KeyValuePair<string, TValue>>);

    public override RowSource? OfDictionaries(object rows, Type? rowType, Type sequenceType) =>
        LiveList<Dictionary<string, TValue>?>.TryGet(rows, out _)
            ? new SequenceRows<Dictionary<string, TValue>?>(
                (IEnumerable<Dictionary<string, TValue>?>)rows, EncodingOf(rowType ?? typeof(Dictionary<string, TValue>)))
            {
                SequenceType = sequenceType,
            }
            : null;

    protected virtual RowEncoding<Dictionary<string, TValue>?> EncodingOf(Type declared) => new DictionaryRowEncoding<TValue>(declared);

    public override void Encode(RowEncoder encoder, object? row, Type? rowType) =>
        encoder.WritePairsRow((IEnumerable<KeyValuePair<string, TValue>>?)row, rowType);
}
