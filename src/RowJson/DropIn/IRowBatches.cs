using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RowJson;

/// <summary>Rows of one value, which are encoded batch by batch. Structures, so that a list costs no memory.</summary>
internal interface IRowBatches : IDisposable
{
    /// <summary>There are rows that are not written.</summary>
    bool HasRows { get; }

    /// <summary>Writes rows until the encoder's batch is full, or all of them.</summary>
    void Encode(RowEncoder encoder);

    /// <summary>Has the serializer write the row that <see cref="Encode"/> has failed at.</summary>
    void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder);

    /// <summary>Makes the row that <see cref="Encode"/> has failed at the next one again; false if it cannot be taken.</summary>
    bool TryGoBack(RowEncoder encoder) => false;

    /// <summary>Takes the next row, as a value of type object; false if only <see cref="Encode"/> can write it.</summary>
    bool TryTake(out object? row)
    {
        row = null;
        return false;
    }
}

/// <summary>The items of a list or an array.</summary>
internal struct ListRows<T> : IRowBatches
{
    private readonly RowItems<T> _items;
    private readonly LiveList<T> _list;
    private readonly bool _isEnumerated;
    private List<T>.Enumerator _enumerator;
    private int _next;

    /// <summary>The first row of the encoder at work, which writes no other list.</summary>
    private int _first;

    /// <param name="items">Writes them.</param>
    /// <param name="list">The list.</param>
    /// <param name="enumerated">
    /// A list that the serializer enumerates: it must not change. Null if it is read by index, or an array.
    /// </param>
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

/// <summary>A sequence, of which the next row has been fetched.</summary>
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

    /// <summary>The sequence is still at the failed row.</summary>
    public readonly bool TryGoBack(RowEncoder encoder) => DeclaredRow.CanCreate(_row, encoder);

    public bool TryTake(out object? row)
    {
        // The next one is asked for when this one has been written, as the serializer does.
        return _isTaken = DeclaredRow.TryCreate(_enumerator!.Current, out row);
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

    /// <summary>Tables, which the serializer cannot write, and elements, which have no paths.</summary>
    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder)
    {
    }

    /// <summary>One that has taken over has nothing to release.</summary>
    public readonly void Dispose() => _first.Dispose();
}
