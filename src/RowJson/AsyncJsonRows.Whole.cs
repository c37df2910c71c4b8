namespace RowJson;

/// <content>Rows as a whole: in memory, or in a file.</content>
public sealed partial class AsyncJsonRows
{
    /// <summary>The rows as UTF-8 JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<byte[]> ToUtf8BytesAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.BytesAsync(
            (sink, settings) => WriteLoop.WriteAsync(Source, sink, settings, progress: null, cancellationToken), options);

    /// <summary>The rows as JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<string> ToJsonStringAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.StringAsync(
            (sink, settings) => WriteLoop.WriteAsync(Source, sink, settings, progress: null, cancellationToken), options);

    /// <inheritdoc cref="JsonRows.WriteToFileAsync"/>
    /// <param name="path">The path of the file.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    public Task<JsonRowResult> WriteToFileAsync(
        string path,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WholeOutput.FileAsync(
            (sink, settings) => WriteLoop.WriteAsync(Source, sink, settings, progress, cancellationToken),
            path, options, cancellationToken);
}
