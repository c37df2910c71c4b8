namespace RowJson;

// A sequence whose rows share references: the serializer writes all of it in one call. A collection is given to it as it is, because its
// rows may refer to it; other sequences are read first, so that a failure of their source is known as such.
internal sealed class ReferencingRows<T>(IEnumerable<T> rows, JsonTypeInfo info) : RowSource, IRowPass
{
    private long _complete;

    // The rows come asynchronously, and the write may wait for them.
    private bool _isAwaited;

    // The rows of a sequence of this declared type, if the serializer writes them as they are; otherwise null.
    public static ReferencingRows<T>? Find(IEnumerable<T> rows, RowEncoding<T> encoding, Type? sequenceType, JsonRowOptions options) =>
        sequenceType is not null && encoding.MatchesSerializer && options.Context.Traits.KeepsReferences
        && !RowFrame.HoldsDocuments(options.Framing)
        && !options.ChangesProperties && options.NonFiniteHandling == JsonNonFiniteHandling.Default
            ? new ReferencingRows<T>(rows, InfoFor(rows, options.SerializerOptions))
            : null;

    // The contract that the user's own options have for a sequence, or a new one if they have none. A list is read by index, if its own
    // contract is otherwise the same.
    private static JsonTypeInfo InfoFor(IEnumerable<T> rows, JsonSerializerOptions options) =>
        (rows is List<T> && rows.GetType() == typeof(List<T>) && SharedContracts.HasPlainResolvers(options)
            ? SharedContracts.Find(options, typeof(List<T>)) : null)
        ?? SharedContracts.Find(options, typeof(IEnumerable<T>))
        ?? JsonMetadataServices.CreateIEnumerableInfo<IEnumerable<T>, T>(options, new JsonCollectionInfoValues<IEnumerable<T>>());

    // The rows that have been read of a sequence that is not kept in memory.
    private List<T> Read => field ??= [];

    public override bool IsValue => true;

    public override IRowPass Open() => this;

    public override IAsyncRowPass OpenAsync(FlushPolicy policy)
    {
        _isAwaited = rows is IAsyncEnumerable<T>;
        return this;
    }

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        encoder.Stage = JsonRowStage.Source;
        if (rows is not ICollection<T>) Read.AddRange(rows);
        return Write(encoder, rows as ICollection<T> ?? Read);
    }

    async ValueTask<IAsyncRowPass?> IAsyncRowPass.EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        encoder.Stage = JsonRowStage.Source;
        if (_isAwaited)
            await foreach (T row in ((IAsyncEnumerable<T>)rows).WithCancellation(cancellationToken).ConfigureAwait(false)) Read.Add(row);
        using var scope = new EncodingScope(encoder);
        return _isAwaited ? Write(encoder, Read) : EncodeBatch(encoder);
    }

    public long CountRows(RowEncoder encoder) => encoder.Stage == JsonRowStage.Source ? Read.Count : _complete;

    private IRowPass? Write(RowEncoder encoder, ICollection<T> all)
    {
        encoder.Stage = JsonRowStage.Value;
        encoder.Fallback.WriteSequence(all, info, ref _complete);
        return null;
    }
}
