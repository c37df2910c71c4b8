namespace RowJson;

/// <summary>One asynchronous pass over a source, which hands its rows to the encoder batch by batch.</summary>
internal abstract class RowPass : IAsyncDisposable
{
    /// <summary>
    /// Return at each flush interval even without a row: the sink can then tell whether somebody still reads. Set before the pass.
    /// </summary>
    public bool ReturnsWhileSilent { get; set; }

    /// <summary>Writes rows until the encoder's batch is full or the rows end; true where there may be more of them.</summary>
    public abstract ValueTask<bool> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken);

    /// <summary>The rows that are complete in the output.</summary>
    public virtual long CountRows(RowEncoder encoder) => encoder.RowsWritten;

    public abstract ValueTask DisposeAsync();
}

/// <summary>A pass over a source that has nothing to wait for.</summary>
internal sealed class SynchronousPass(JsonRows source) : RowPass
{
    private RowCursor _cursor;

    public override ValueTask<bool> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        using var scope = new EncodingScope(encoder);
        return new ValueTask<bool>(source.EncodeBatch(encoder, ref _cursor));
    }

    public override long CountRows(RowEncoder encoder) => source.CountRows(encoder, in _cursor);

    public override ValueTask DisposeAsync()
    {
        _cursor.Dispose();
        return default;
    }
}
