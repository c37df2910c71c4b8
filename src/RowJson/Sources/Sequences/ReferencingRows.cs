namespace RowJson;

// A sequence whose rows share references: the serializer writes all of it in one call. A collection is given to it as it is, for its rows
// may refer to it; other sequences are read first, so that what their source fails with is known as that.
// rows: an IEnumerable<T> or an IAsyncEnumerable<T>.
internal sealed class ReferencingRows<T>(object rows, JsonTypeInfo info) : RowSource, IRowPass
{
    private long _complete;

    // The rows of a sequence of this declared type where they are the serializer's as they are; null elsewhere.
    public static ReferencingRows<T>? Find(object rows, RowItems<T> items, Type? sequenceType, JsonRowOptions options) =>
        sequenceType is not null && items.MatchesSerializer && options.Context.Traits.KeepsReferences
        && !RowFrame.HoldsDocuments(options.Framing)
        && !options.ChangesProperties && options.NonFiniteHandling == JsonNonFiniteHandling.Default
            ? new ReferencingRows<T>(rows, InfoFor(options.SerializerOptions))
            : null;

    // The contract that the user's own options have for a sequence, or a new one where they have none.
    private static JsonTypeInfo InfoFor(JsonSerializerOptions options) =>
        SharedContracts.Find(options, typeof(IEnumerable<T>))
        ?? JsonMetadataServices.CreateIEnumerableInfo<IEnumerable<T>, T>(options, new JsonCollectionInfoValues<IEnumerable<T>>());

    public override bool IsValue => true;

    public override IRowPass Open() => this;

    public override IAsyncRowPass OpenAsync(FlushPolicy policy) =>
        rows is IAsyncEnumerable<T> asyncRows ? new ReferencingPass<T>(asyncRows, info) : this;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        IEnumerable<T> all = Read();
        encoder.Stage = JsonRowStage.Value;
        encoder.Fallback.WriteSequence(all, info, ref _complete);
        return null;
    }

    public long CountRows(RowEncoder encoder) => _complete;

    private IEnumerable<T> Read()
    {
        if (rows is ICollection<T> all) return all;
        var read = new List<T>();
        foreach (T row in (IEnumerable<T>)rows)
        {
            read.Add(row);
            _complete = read.Count;
        }
        return read;
    }
}

// The same, read asynchronously.
internal sealed class ReferencingPass<T>(IAsyncEnumerable<T> rows, JsonTypeInfo info) : IAsyncRowPass
{
    private long _complete;

    public async ValueTask<IAsyncRowPass?> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        encoder.Stage = JsonRowStage.Source;
        var read = new List<T>();
        await foreach (T row in rows.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            read.Add(row);
            _complete = read.Count;
        }
        encoder.Stage = JsonRowStage.Value;
        using var scope = new EncodingScope(encoder);
        encoder.Fallback.WriteSequence(read, info, ref _complete);
        return null;
    }

    public long CountRows(RowEncoder encoder) => _complete;

    public ValueTask DisposeAsync() => default;
}
