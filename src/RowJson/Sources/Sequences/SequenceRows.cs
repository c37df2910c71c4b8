namespace RowJson;

// Rows in a list or an array, which are read by index, or in any other sequence.
internal sealed class SequenceRows<T>(IEnumerable<T> rows, RowEncoding<T> encoding) : RowSource, IRowPass
{
    public RowEncoding<T> Encoding => encoding;

    // The type that the sequence is declared as, for which there may be a converter; null if no converter is asked.
    public Type? SequenceType { get; init; }

    // A collection holds its rows; other sequences may make them, or read them from elsewhere.
    public override bool CanBeReadAgain => rows is ICollection<T> or IReadOnlyCollection<T> or System.Collections.ICollection;

    public override RowSource For(JsonRowOptions options)
    {
        if (SerializedSequence.Find(rows, SequenceType, options) is { } value) return value;
        encoding.Require(options.Context);
        return ReferencingRows<T>.Find(rows, encoding, SequenceType, options) ?? (RowSource)this;
    }

    public override object? TrySerialize(bool isText, JsonRowOptions options)
    {
        RowContext context = options.Context;
        // Other sequences may not allow a second enumeration.
        if (!LiveList<T>.TryGet(rows, out LiveList<T> list) || encoding.PlanFor(context) is not { } plan) return null;
        if (plan.ListInfo(context, rows.GetType(), list.Count) is not { } info) return null;
        if (SerializedSequence.Find(rows, SequenceType, options) is not null) return null;
        object? output = Quietly.Ask<(bool IsText, object Rows, JsonTypeInfo Info), object?>(
            (isText, rows, info),
            static it => it.IsText ? JsonSerializer.Serialize(it.Rows, it.Info) : JsonSerializer.SerializeToUtf8Bytes(it.Rows, it.Info),
            otherwise: null);
        plan.Count(context, output is byte[] utf8 ? utf8.Length : (output as string)?.Length ?? 0);
        return output;
    }

    public override IRowPass Open()
    {
        RowEncoding<T> ofPass = encoding.ForPass();
        return ReferenceEquals(ofPass, encoding) && LiveList<T>.TryGet(rows, out _) ? this : new SequencePass<T>(rows, ofPass);
    }

    // A sequence that can also be read asynchronously, such as a database's query, is then read so.
    public override IAsyncRowPass OpenAsync(FlushPolicy policy) =>
        rows is IAsyncEnumerable<T> asyncRows ? new AsyncSequencePass<T>(asyncRows, encoding.ForPass(), policy) : Open();

    public IRowPass? EncodeBatch(RowEncoder encoder)
    {
        LiveList<T>.TryGet(rows, out LiveList<T> list);
        // The rows written are the rows read.
        return encoding.Write(encoder, list, (int)encoder.RowsWritten) < list.Count ? this : null;
    }

    public void DescribeColumns(RowEncoder encoder) => encoding.DescribeColumns(encoder);
}
