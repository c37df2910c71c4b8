namespace RowJson;

/// <summary>One pass over a source, which hands its rows to the encoder batch by batch.</summary>
internal interface IAsyncRowPass : IAsyncDisposable
{
    /// <summary>
    /// Writes rows until the encoder's batch is full or the rows end. Returns the pass that writes the next batch: this one, or one that
    /// takes over from it; null if there are no more rows.
    /// </summary>
    ValueTask<IAsyncRowPass?> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken);

    /// <summary>Tells the encoder of compact rows what the columns are, where the source knows it without a row.</summary>
    void DescribeColumns(RowEncoder encoder)
    {
    }

    /// <summary>The rows that are complete in the output.</summary>
    long CountRows(RowEncoder encoder) => encoder.RowsWritten;

    /// <summary>The number of complete rows, or an estimate where counting is expensive.</summary>
    long EstimateRows(RowEncoder encoder) => encoder.RowsWritten;
}

/// <summary>A pass over a source that never has to wait. It can be used wherever an asynchronous one can.</summary>
/// <remarks>
/// A list needs no state but the encoder's count of rows, so it is its own pass, and a small write allocates nothing for one. A pass that
/// hands over to another has nothing to release.
/// </remarks>
internal interface IRowPass : IAsyncRowPass, IDisposable
{
    /// <inheritdoc cref="IAsyncRowPass.EncodeBatchAsync"/>
    IRowPass? EncodeBatch(RowEncoder encoder);

    ValueTask<IAsyncRowPass?> IAsyncRowPass.EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken)
    {
        using var scope = new EncodingScope(encoder);
        return new ValueTask<IAsyncRowPass?>(EncodeBatch(encoder));
    }

    void IDisposable.Dispose()
    {
    }

    ValueTask IAsyncDisposable.DisposeAsync()
    {
        Dispose();
        return default;
    }
}
