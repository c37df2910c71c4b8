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
}

/// <summary>The items of a list or an array.</summary>
/// <param name="items">Writes them.</param>
/// <param name="list">The list.</param>
/// <param name="enumerated">A list that the serializer enumerates: it must not change. Null if it is read by index, or an array.</param>
internal struct ListRows<T>(RowItems<T> items, LiveList<T> list, List<T>? enumerated = null) : IRowBatches
{
    private List<T>.Enumerator _enumerator = enumerated?.GetEnumerator() ?? default;
    private int _next;

    public bool HasRows
    {
        get
        {
            // Where it has changed, this refuses to go on.
            if (enumerated is not null) _enumerator.MoveNext();
            return _next < list.Count;
        }
    }

    public void Encode(RowEncoder encoder) => _next = items.Write(encoder, list, _next);

    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder)
    {
        // An encoder writes one list.
        if (list.TryGetItem((int)encoder.RowsWritten, out T row))
            JsonSerializer.Serialize(writer, row, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));
    }

    public readonly void Dispose()
    {
    }
}

/// <summary>A sequence, of which the next row has been fetched.</summary>
internal struct OpenedRows<T>(RowItems<T> items, IEnumerable<T> rows) : IRowBatches
{
    private IEnumerator<T>? _enumerator;
    private bool _hasRow;
    private T? _row;

    public bool HasRows
    {
        get
        {
            if (_enumerator is not null) return _hasRow;
            _enumerator = rows.GetEnumerator();
            return _hasRow = _enumerator.MoveNext();
        }
    }

    public void Encode(RowEncoder encoder)
    {
        do
        {
            _row = _enumerator!.Current;
            items.Write(encoder, _row);
            encoder.IsInSource = true;
            _hasRow = _enumerator.MoveNext();
            encoder.IsInSource = false;
        }
        while (_hasRow && !encoder.BatchIsFull);
    }

    public readonly void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
        JsonSerializer.Serialize(writer, _row!, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));

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
