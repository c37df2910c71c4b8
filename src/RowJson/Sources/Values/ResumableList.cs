namespace RowJson;

// A list, an array or another sequence, whose elements are rows.
[SuppressMessage("Design", "CA1001", Justification = "End disposes of it.")]
internal sealed class ResumableList<TList, T>(RowEncoding<T> encoding) : ResumableWriter<TList>
    where TList : IEnumerable<T>
{
    // The rows, if they are read by index.
    private LiveList<T> _list;

    // Detects that a row has changed a list which the serializer would enumerate; null for other lists.
    private List<T>.Enumerator? _version;

    // The rows, if they come one after the other; null if they are read by index.
    private SequencePass<T>? _pass;

    public override bool IsWaiting(RowContext context) => encoding.IsWaiting(context);

    public override void Count(RowContext context, long bytes) => encoding.Count(context, bytes);

    public override void Begin(RowEncoder encoder, int depth)
    {
        encoder.PushOuter(_value!);
        if (!LiveList<T>.TryGetDeclared(_value!, out _list)) _pass = new SequencePass<T>(_value!, encoding, IsDeclaredAsList);
        else if (!IsDeclaredAsList && _value is List<T> list) _version = list.GetEnumerator();
        encoder.BeginRows(depth);
    }

    public override ResumeStatus Resume(RowEncoder encoder)
    {
        bool hasMore = _pass is not null ? _pass.EncodeBatch(encoder) is not null && _pass.Peek(encoder) : WriteByIndex(encoder);
        if (hasMore) return ResumeStatus.BatchIsFull;
        encoder.EndRows();
        encoder.PopOuter();
        End();
        return ResumeStatus.Complete;
    }

    public override FailedValue? FailedIn(RowEncoder encoder) =>
        encoder.Stage == JsonRowStage.Source ? null : FailedOf<T>(RowUnderWay(encoder), encoder);

    public override object? Failed(RowEncoder encoder, Exception exception) =>
        (encoder.Stage == JsonRowStage.Source ? null : OneOf<TList, T>(RowUnderWay(encoder)))
        ?? (encoder.Stage == JsonRowStage.Source ? FailedValue.Again<TList, T>(_value!, exception) : _value);

    private T RowUnderWay(RowEncoder encoder) =>
        _pass is not null ? _pass.Current : _list.TryGetItem(encoder.RowsOfList, out T item) ? item : default!;

    public override void WriteFailed(RowEncoder encoder, ReadOnlySpan<byte> text) => encoder.WriteEncodedRow(text);

    public override void End()
    {
        SequencePass<T>? pass = _pass;
        (_value, _list, _pass, _version) = (default, default, null, null);
        pass?.Dispose();
    }

    // The serializer reads such lists by index, and other lists, except arrays, by their enumerator.
    private static bool IsDeclaredAsList => typeof(TList).IsAssignableTo(typeof(List<T>));

    // Writes rows of a list; true if there are more.
    private bool WriteByIndex(RowEncoder encoder)
    {
        while (true)
        {
            // If the list has changed, this refuses to go on. It moves a copy: only the version counts.
            _version?.MoveNext();
            // The rows written are the rows read.
            int next = encoder.RowsOfList;
            if (next >= _list.Count) return false;
            next = encoding.Write(encoder, _list, next);
            if (next < _list.Count && encoder.BatchIsFull) return true;
        }
    }
}
