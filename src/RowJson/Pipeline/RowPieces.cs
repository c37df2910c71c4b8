namespace RowJson;

/// <summary>One asynchronous pass over a source, which hands its rows to the encoder piece by piece.</summary>
internal abstract class RowPieces : IAsyncDisposable
{
    /// <summary>
    /// Return at each flush interval even without a row: the sink can then tell whether somebody still reads. Set before the pass.
    /// </summary>
    public bool ReturnsWhileSilent { get; set; }

    /// <summary>Writes rows until the encoder's piece is full or the rows end; true where there may be more of them.</summary>
    public abstract ValueTask<bool> EncodePieceAsync(RowEncoder encoder, CancellationToken cancellationToken);

    /// <summary>The rows that are complete in the output.</summary>
    public virtual long CountRows(RowEncoder encoder) => encoder.RowsWritten;

    public abstract ValueTask DisposeAsync();
}

/// <summary>A pass over a source that has nothing to wait for.</summary>
internal sealed class SynchronousPieces(JsonRows source) : RowPieces
{
    private RowCursor _cursor;

    public override ValueTask<bool> EncodePieceAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        using var scope = new EncodingScope(encoder);
        return new ValueTask<bool>(source.EncodePiece(encoder, ref _cursor));
    }

    public override long CountRows(RowEncoder encoder) => source.CountRows(encoder, in _cursor);

    public override ValueTask DisposeAsync()
    {
        _cursor.Dispose();
        return default;
    }
}
