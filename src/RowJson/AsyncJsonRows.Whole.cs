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

    /// <summary>Writes the rows to a file, which is created, or replaced where it exists.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentException"><paramref name="path"/> is null or empty.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be written.</exception>
    /// <exception cref="JsonRowException">The source, a value or the file failed; the file ends after the last complete row.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<JsonRowResult> WriteToFileAsync(
        string path,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WholeOutput.FileAsync(file => WriteToAsync(file, options, progress, cancellationToken), path);
}
