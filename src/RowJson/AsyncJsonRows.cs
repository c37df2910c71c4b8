namespace RowJson;

/// <summary>
/// An immutable description of a source of rows that come asynchronously. Only asynchronous sinks exist, so that blocking on
/// the source cannot be written.
/// </summary>
/// <example><c>await JsonRows.From(asyncRows).WriteToAsync(stream);</c></example>
public abstract class AsyncJsonRows
{
    private protected AsyncJsonRows()
    {
    }

    /// <summary>Writes the rows to a stream, which stays open, without ever blocking on it.</summary>
    /// <param name="utf8Json">Receives complete rows in pieces of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> where null.</param>
    /// <param name="cancellationToken">Handed to the sequence, and looked at behind every row.</param>
    /// <returns>The number of rows written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<long> WriteToAsync(Stream utf8Json, JsonRowOptions? options = null, CancellationToken cancellationToken = default)
    {
        options ??= JsonRowOptions.Default;
        return RowPump.WriteAsync(
            OpenAsync(), RowRoot.Rows, identity: null, new StreamSink(utf8Json, options.FlushThreshold), options, cancellationToken);
    }

    /// <summary>Begins a pass.</summary>
    internal abstract RowPieces OpenAsync();
}
