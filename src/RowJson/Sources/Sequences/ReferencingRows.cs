namespace RowJson;

// A sequence whose rows share references: the serializer writes all of it in one call. A collection is given to it as it is, for its rows
// may refer to it; other sequences are read first, so that what their source fails with is known as that.
internal sealed class ReferencingRows<T>(IEnumerable<T> rows, JsonTypeInfo info) : RowSource, IRowPass
{
    private long _complete;

    // The rows of a sequence of this declared type are the serializer's as they are.
    public static bool Has(RowItems<T> items, Type? sequenceType, JsonRowOptions options) =>
        sequenceType is not null && items.MatchesSerializer && options.Context.Traits.KeepsReferences
        && !RowFrame.HoldsDocuments(options.Framing) && !options.IsCompact
        && !options.ChangesProperties && options.NonFiniteHandling == JsonNonFiniteHandling.Default;

    // By the contract that the user's own options have for a sequence, or one of ours where they have none.
    public static JsonTypeInfo InfoFor(JsonRowOptions options) =>
        SharedContracts.Find(options.SerializerOptions, typeof(IEnumerable<T>))
            ?? JsonMetadataServices.CreateIEnumerableInfo<IEnumerable<T>, T>(
                options.SerializerOptions, new JsonCollectionInfoValues<IEnumerable<T>>());

    public override RowRoot Root => RowRoot.Sequence;

    public override IRowPass Open() =>
        rows is ICollection<T> or IReadOnlyCollection<T> ? this : new SequencePass<T>(rows, new ReferencingItems<T>(info));

    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        rows is IAsyncEnumerable<T> asyncRows ? new AsyncSequencePass<T>(asyncRows, new ReferencingItems<T>(info), policy) : Open();

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        encoder.Fallback.WriteSequence(rows, info, ref _complete);
        return null;
    }

    public long CountRows(RowEncoder encoder) => _complete;

    public override long WriteSingleValue(Utf8JsonWriter writer, JsonRowOptions options)
    {
        IEnumerable<T> all = rows as ICollection<T> ?? rows as IReadOnlyCollection<T> ?? (IEnumerable<T>)[.. rows];
        JsonSerializer.Serialize(writer, all, info);
        return all is ICollection<T> collection ? collection.Count : ((IReadOnlyCollection<T>)all).Count;
    }
}

// Collects the rows of one pass; the serializer writes them when all have come.
internal sealed class ReferencingItems<T>(JsonTypeInfo info) : RowItems<T>
{
    private readonly List<T> _rows = [];
    private long? _complete;

    public override void Write(RowEncoder encoder, T row) => _rows.Add(row);

    public override void Complete(RowEncoder encoder)
    {
        long complete = 0;
        try
        {
            encoder.Fallback.WriteSequence(_rows, info, ref complete);
        }
        finally
        {
            _complete = complete;
        }
    }

    public override long CountRows(RowEncoder encoder) => _complete ?? _rows.Count;
}
