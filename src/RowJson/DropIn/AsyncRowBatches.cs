namespace RowJson;

// An asynchronous sequence of rows as the serializer sees it: see RowBatches. A batch ends where the source has no next row at once, so
// that the serializer sends its rows before it waits.
internal abstract class AsyncRowBatches : IAsyncEnumerable<object?>, IAsyncDisposable
{
    // The contract of such a sequence, whose elements are written by the types that they have.
    public static JsonTypeInfo CreateInfo(JsonSerializerOptions options) =>
        JsonMetadataServices.CreateIAsyncEnumerableInfo<AsyncRowBatches, object?>(
            options,
            new JsonCollectionInfoValues<AsyncRowBatches>
            {
                ElementInfo = JsonMetadataServices.CreateValueInfo<object?>(options, JsonMetadataServices.ObjectConverter),
            });

    public abstract IAsyncEnumerator<object?> GetAsyncEnumerator(CancellationToken cancellationToken = default);

    // Disposes what enumerates the sequence. The serializer does so at the end and after a failure, but not where the reader of a pipe has
    // gone.
    public abstract ValueTask DisposeAsync();
}

[SuppressMessage("Design", "CA1001", Justification = "DisposeAsync of the base class is overridden.")]
internal sealed class AsyncRowBatches<T>(DropInOptions options, RowItems<T> items, IAsyncEnumerable<T> rows) : AsyncRowBatches
{
    private AsyncRowBatch<T>? _opened;

    public override IAsyncEnumerator<object?> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
        _opened = new AsyncRowBatch<T>(options, new AwaitedRows<T>(items, rows.GetAsyncEnumerator(cancellationToken)));

    public override ValueTask DisposeAsync() => _opened?.DisposeAsync() ?? default;
}

// What enumerates the batches of an asynchronous sequence: it waits for rows, which a RowBatch writes.
internal sealed class AsyncRowBatch<T>(DropInOptions options, AwaitedRows<T> rows) : IAsyncEnumerator<object?>
{
    private readonly RowBatch _batch = new(options, rows);
    private bool _isDisposed;

    public object? Current => _batch.Current;

    public ValueTask<bool> MoveNextAsync()
    {
        ValueTask<bool> move = rows.MoveAsync();
        return move.IsCompletedSuccessfully ? new ValueTask<bool>(_batch.MoveNext()) : WaitAsync(move);
    }

    public ValueTask DisposeAsync()
    {
        if (_isDisposed) return default;
        _isDisposed = true;
        _batch.Dispose();
        return rows.DisposeAsync();
    }

    private async ValueTask<bool> WaitAsync(ValueTask<bool> move)
    {
        await move.ConfigureAwait(false);
        return _batch.MoveNext();
    }
}

// The rows of an asynchronous sequence that are there without waiting.
internal sealed class AwaitedRows<T>(RowItems<T> items, IAsyncEnumerator<T> enumerator) : IRowBatches, IAsyncDisposable
{
    // A move whose result has not been used yet; null if there is none.
    private ValueTask<bool>? _move;

    // The row that comes next.
    private T? _row;

    public bool HasRows { get; private set; }

    // Goes to the first row that is not written; false if there are no more.
    public ValueTask<bool> MoveAsync()
    {
        if (HasRows) return new ValueTask<bool>(true);
        ValueTask<bool> move = _move ?? enumerator.MoveNextAsync();
        _move = null;
        return move.IsCompletedSuccessfully ? new ValueTask<bool>(Arrive(move.Result)) : WaitAsync(move);
    }

    public void Encode(RowEncoder encoder)
    {
        do
        {
            items.Write(encoder, _row!);
            HasRows = false;
            encoder.Stage = JsonRowStage.Source;
            if (!TryMove()) break;
            encoder.Stage = JsonRowStage.Value;
        }
        while (HasRows && !encoder.BatchIsFull);
        encoder.Stage = JsonRowStage.Value;
    }

    public void SerializeFailed(Utf8JsonWriter writer, JsonSerializerOptions options, RowEncoder encoder) =>
        JsonSerializer.Serialize(writer, _row!, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));

    // The sequence is still at the failed row.
    public bool TryGoBack(RowEncoder encoder) => DeclaredRow.CanCreate(_row, encoder);

    public bool TryTake(out object? row)
    {
        if (!DeclaredRow.TryCreate(_row, out row)) return false;
        HasRows = false;
        return true;
    }

    // Nothing: what enumerates the batches disposes asynchronously.
    public void Dispose()
    {
    }

    // Disposes the source, after a move that a failure has left behind.
    public async ValueTask DisposeAsync()
    {
        if (_move is { } move) await ((Task)move.AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await enumerator.DisposeAsync().ConfigureAwait(false);
    }

    // Goes to the next row if it is available. If not, and after a failure, MoveAsync returns how the move ends.
    [SuppressMessage("Design", "CA1031", Justification = "Thrown to whoever asks for the next row.")]
    [SuppressMessage("Reliability", "CA2012", Justification = "Awaited once, by MoveAsync.")]
    private bool TryMove()
    {
        try
        {
            ValueTask<bool> move = enumerator.MoveNextAsync();
            if (move.IsCompletedSuccessfully) Arrive(move.Result);
            else _move = move;
        }
        catch (Exception exception)
        {
            _move = ValueTask.FromException<bool>(exception);
        }
        return _move is null;
    }

    private async ValueTask<bool> WaitAsync(ValueTask<bool> move) => Arrive(await move.ConfigureAwait(false));

    private bool Arrive(bool hasRow)
    {
        if (hasRow) _row = enumerator.Current;
        return HasRows = hasRow;
    }
}
