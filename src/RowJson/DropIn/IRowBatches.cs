namespace RowJson;

/// <summary>Rows of one value, which are encoded batch by batch. Structures, so that a list costs no memory.</summary>
internal interface IRowBatches : IDisposable
{
    /// <summary>There are rows that are not written.</summary>
    bool HasRows { get; }

    /// <summary>Writes rows until the encoder's batch is full, or all of them.</summary>
    void Encode(RowEncoder encoder);
}

/// <summary>The items of a list or an array.</summary>
internal struct ListRows<T>(RowItems<T> items, LiveList<T> list) : IRowBatches
{
    private int _next;

    public readonly bool HasRows => _next < list.Count;

    public void Encode(RowEncoder encoder) => _next = items.Write(encoder, list, _next);

    public readonly void Dispose()
    {
    }
}

/// <summary>A sequence, of which the next row has been fetched.</summary>
internal struct OpenedRows<T>(RowItems<T> items, IEnumerable<T> rows) : IRowBatches
{
    private IEnumerator<T>? _enumerator;
    private bool _hasRow;

    public bool HasRows
    {
        get
        {
            if (_enumerator is not null) return _hasRow;
            _enumerator = RowEnumerator.Open(rows);
            return _hasRow = _enumerator.MoveNext();
        }
    }

    public void Encode(RowEncoder encoder)
    {
        do
        {
            items.Write(encoder, _enumerator!.Current);
            encoder.IsInSource = true;
            _hasRow = _enumerator.MoveNext();
            encoder.IsInSource = false;
        }
        while (_hasRow && !encoder.BatchIsFull);
    }

    public readonly void Dispose() => _enumerator?.Dispose();
}

/// <summary>Rows of any other source.</summary>
internal struct PassRows : IRowBatches
{
    private readonly IRowPass _first;
    private IRowPass? _next;

    public PassRows(IRowPass pass) => _first = _next = pass;

    public readonly bool HasRows => _next is not null;

    public void Encode(RowEncoder encoder) => _next = _next!.EncodeBatch(encoder);

    /// <summary>One that has taken over has nothing to release.</summary>
    public readonly void Dispose() => _first.Dispose();
}
