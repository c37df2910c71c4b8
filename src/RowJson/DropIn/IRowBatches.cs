namespace RowJson;

// Rows of one value, which are encoded batch by batch. Structures, so that a list costs no memory.
internal interface IRowBatches : IDisposable
{
    // There are rows that are not written.
    bool HasRows { get; }

    // Writes rows until the encoder's batch is full, or all of them.
    void Encode(RowEncoder encoder);

    // Has the serializer write the row that Encode has failed at.
    void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder);

    // Makes the row that Encode has failed at the next one again; false if it cannot be taken.
    bool TryGoBack(RowEncoder encoder) => false;

    // Takes the next row, as a value of type object; false if only Encode can write it.
    bool TryTake(out object? row)
    {
        row = null;
        return false;
    }
}

// The items of a list or an array.
internal struct ListRows<T> : IRowBatches
{
    private readonly RowItems<T> _items;
    private readonly LiveList<T> _list;
    private readonly bool _isEnumerated;
    private List<T>.Enumerator _enumerator;
    private int _next;

    // The first row of the encoder at work, which writes no other list.
    private int _first;

    // items: writes them.
    // list: the list.
    // enumerated: A list that the serializer enumerates: it must not change. Null if it is read by index, or an array.
    public ListRows(RowItems<T> items, LiveList<T> list, List<T>? enumerated = null)
    {
        _items = items;
        _list = list;
        // No conditional expression: its value would be copied, while what it was made of is still being stored.
        if (enumerated is null) return;
        _isEnumerated = true;
        _enumerator = enumerated.GetEnumerator();
    }

    public bool HasRows
    {
        get
        {
            // Where it has changed, this refuses to go on.
            if (_isEnumerated) _enumerator.MoveNext();
            return _next < _list.Count;
        }
    }

    public void Encode(RowEncoder encoder)
    {
        if (encoder.RowsWritten == 0) _first = _next;
        _next = _items.Write(encoder, _list, _next);
    }

    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder)
    {
        if (_list.TryGetItem(FailedAt(encoder), out T row))
            JsonSerializer.Serialize(writer, row, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));
    }

    public bool TryGoBack(RowEncoder encoder)
    {
        if (!_list.TryGetItem(FailedAt(encoder), out T row) || !DeclaredRow.CanCreate(row, encoder)) return false;
        _next = FailedAt(encoder);
        return true;
    }

    public bool TryTake(out object? row)
    {
        row = null;
        // A list that has become shorter meanwhile has nothing to take.
        if (!_list.TryGetItem(_next, out T item) || !DeclaredRow.TryCreate(item, out row)) return false;
        _next++;
        return true;
    }

    public readonly void Dispose()
    {
    }

    private readonly int FailedAt(RowEncoder encoder) => _first + (int)encoder.RowsWritten;
}

// A sequence, of which the next row has been fetched.
internal struct OpenedRows<T>(RowItems<T> items, IEnumerable<T> rows) : IRowBatches
{
    private IEnumerator<T>? _enumerator;
    private bool _hasRow;
    private bool _isTaken;
    private T? _row;

    public bool HasRows
    {
        get
        {
            if (_enumerator is not null && !_isTaken) return _hasRow;
            _isTaken = false;
            _enumerator ??= rows.GetEnumerator();
            return _hasRow = _enumerator.MoveNext();
        }
    }

    public void Encode(RowEncoder encoder)
    {
        do
        {
            _row = _enumerator!.Current;
            items.Write(encoder, _row);
            encoder.Stage = JsonRowStage.Source;
            _hasRow = _enumerator.MoveNext();
            encoder.Stage = JsonRowStage.Value;
        }
        while (_hasRow && !encoder.BatchIsFull);
    }

    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
        JsonSerializer.Serialize(writer, _row!, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));

    // The sequence is still at the failed row.
    public readonly bool TryGoBack(RowEncoder encoder) => DeclaredRow.CanCreate(_row, encoder);

    public bool TryTake(out object? row)
    {
        // The next one is asked for when this one has been written, as the serializer does.
        return _isTaken = DeclaredRow.TryCreate(_enumerator!.Current, out row);
    }

    public readonly void Dispose() => _enumerator?.Dispose();
}

// Rows of any other source.
internal struct PassRows : IRowBatches
{
    private readonly IRowPass _first;
    private IRowPass? _next;

    public PassRows(IRowPass pass) => _first = _next = pass;

    public readonly bool HasRows => _next is not null;

    public void Encode(RowEncoder encoder) => _next = _next!.EncodeBatch(encoder);

    // Tables, which the serializer cannot write, and elements, which have no paths.
    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder)
    {
    }

    // One that has taken over has nothing to release.
    public readonly void Dispose() => _first.Dispose();
}
