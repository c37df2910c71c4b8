namespace RowJson;

// One pass over a source, which hands its rows to the encoder batch by batch.
internal interface IAsyncRowPass : IAsyncDisposable
{
    // Writes rows until the batch is full or the rows end. Returns the pass for the next batch: this one or another; null at the end.
    ValueTask<IAsyncRowPass?> EncodeBatchAsync(RowEncoder encoder, CancellationToken cancellationToken);

    // Tells the encoder of compact rows what the columns are, if the source knows them without a row.
    void DescribeColumns(RowEncoder encoder)
    {
    }

    // The rows that are complete in the output.
    long CountRows(RowEncoder encoder) => encoder.RowsWritten;

    // The number of complete rows, or an estimate where counting is expensive.
    long EstimateRows(RowEncoder encoder) => encoder.RowsWritten;
}

// A pass over a source that never has to be awaited. It can be used wherever an asynchronous pass can.
// A list needs no state but the encoder's count of rows, so it is its own pass, and a small write allocates nothing for one. A pass that
// hands over to another has nothing to release.
internal interface IRowPass : IAsyncRowPass, IDisposable
{
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
