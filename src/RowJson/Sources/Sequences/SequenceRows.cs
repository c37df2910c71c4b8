namespace RowJson;

// Rows in a list or an array, which are read by index, or in any other sequence.
// rows: the rows.
// items: writes them.
internal sealed class SequenceRows<T>(IEnumerable<T> rows, RowItems<T> items) : RowSource, IRowPass
{
    // What writes the rows.
    public RowItems<T> Items => items;

    // What the sequence is declared as, which a converter may be for; null if none is asked.
    public Type? SequenceType { get; init; }

    // A collection has its rows; other sequences may make them, or read them from elsewhere.
    public override bool CanBeReadAgain =>
        rows is ICollection<T> or IReadOnlyCollection<T> or System.Collections.ICollection;

    public override RowSource For(JsonRowOptions options)
    {
        if (SerializedSequence.Find(rows, SequenceType, options) is { } value) return value;
        items.Require(options.Context);
        return ReferencingRows<T>.Has(items, SequenceType, options)
            ? new ReferencingRows<T>(rows, ReferencingRows<T>.InfoFor(options.SerializerOptions))
            : this;
    }

    // A list needs no state but the encoder's count of rows: it is its own pass.
    public override IRowPass Open()
    {
        RowItems<T> ofPass = items.ForPass();
        return ReferenceEquals(ofPass, items) && LiveList<T>.TryGet(rows, out _) ? this : new SequencePass<T>(rows, ofPass);
    }

    // A sequence that can also be read asynchronously, such as a database's query, is then read so.
    public override IAsyncRowPass OpenAsync(JsonRowOptions options, FlushPolicy policy) =>
        rows is IAsyncEnumerable<T> asyncRows ? new AsyncSequencePass<T>(asyncRows, items.ForPass(), policy) : Open();

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        LiveList<T>.TryGet(rows, out LiveList<T> list);
        // The rows written are the rows read.
        return items.Write(encoder, list, (int)encoder.RowsWritten) < list.Count ? this : null;
    }

    public void DescribeColumns(RowEncoder encoder) => items.DescribeColumns(encoder);
}

// A pass over rows that come one after the other.
internal sealed class SequencePass<T>(IEnumerable<T> rows, RowItems<T> items) : IRowPass
{
    private IEnumerator<T>? _enumerator;

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        if (encoder.RowsWritten == 0 && items.TryWriteAll(encoder, rows)) return null;
        if (items.BatchInfo(encoder) is { } info) return EncodeBatch(encoder, info) ? null : this;
        while (MoveNext(encoder, out T? row))
        {
            items.Write(encoder, row);
            if (encoder.BatchIsFull) return this;
        }
        return null;
    }

    public void DescribeColumns(RowEncoder encoder) => items.DescribeColumns(encoder);

    public void Dispose() => _enumerator?.Dispose();

    // Has the serializer write rows until the batch is full; true if there are no more.
    private bool EncodeBatch(RowEncoder encoder, JsonTypeInfo<T> info)
    {
        encoder.Stage = JsonRowStage.Source;
        Open();
        encoder.Stage = JsonRowStage.Value;
        long start = encoder.BytesWritten;
        encoder.Fallback.WriteBatch(_enumerator, info, out bool hasEnded);
        items.Count(encoder.Context, encoder.BytesWritten - start);
        return hasEnded;
    }

    private bool MoveNext(RowEncoder encoder, [MaybeNullWhen(false)] out T row)
    {
        encoder.Stage = JsonRowStage.Source;
        encoder.Cancellation.ThrowIfCancellationRequested();
        Open();
        bool hasRow = _enumerator.MoveNext();
        row = hasRow ? _enumerator.Current : default;
        encoder.Stage = JsonRowStage.Value;
        return hasRow;
    }

    [MemberNotNull(nameof(_enumerator))]
    private void Open() => _enumerator ??= Enumerate(rows);

    // Lists are read by index, whatever type their items are seen as: a row that changes its list ends or lengthens it, as for the
    // serializer, and does not make the next row fail.
    public static IEnumerator<T> Enumerate(IEnumerable<T> rows) =>
        rows is IReadOnlyList<T> list && rows.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(List<>)
            ? ReadByIndex(list)
            : rows.GetEnumerator();

    private static IEnumerator<T> ReadByIndex(IReadOnlyList<T> rows)
    {
        for (int i = 0; i < rows.Count; i++) yield return rows[i];
    }
}
