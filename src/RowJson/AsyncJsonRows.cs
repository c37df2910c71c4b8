using System.ComponentModel;
using System.IO.Pipelines;

namespace RowJson;

/// <summary>
/// An immutable description of an asynchronous source of rows. It has asynchronous methods only: nothing can block on the source.
/// </summary>
/// <example><c>await JsonRows.From(asyncRows).WriteToAsync(stream);</c></example>
[JsonConverter(typeof(JsonRowConverterFactory))]
[DebuggerDisplay("{ToString(),nq}")]
public sealed class AsyncJsonRows
{
    private const string NotSynchronous = "The rows are waited for: await rows.ToJsonStringAsync(), or rows.ToUtf8BytesAsync().";

    internal AsyncJsonRows(RowSource source) => Source = source;

    internal RowSource Source { get; }

    /// <summary>Writes the rows to a stream, which stays open, without ever blocking on it.</summary>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">
    /// Checked before every row, and handed to the sequence; with a <see cref="JsonRowOptions.FlushInterval"/>, one linked to it.
    /// </param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<JsonRowResult> WriteToAsync(
        Stream utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        options ??= JsonRowOptions.Default;
        return WriteLoop.WriteAsync(Source, new StreamSink(utf8Json, options), options, progress, cancellationToken);
    }

    /// <summary>Writes the rows to a pipe, which is not completed, without ever blocking on it.</summary>
    /// <param name="utf8Json">
    /// Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes; is not completed.
    /// </param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">
    /// Checked before every row, and handed to the sequence; with a <see cref="JsonRowOptions.FlushInterval"/>, one linked to it.
    /// </param>
    /// <returns>How many rows and bytes were written, and whether the pipe's reader was there to take them all.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or the pipe's pending flush was (<see cref="PipeWriter.CancelPendingFlush"/>).
    /// </exception>
    public Task<JsonRowResult> WriteToAsync(
        PipeWriter utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WriteLoop.WriteAsync(Source, new PipeSink(utf8Json), options ?? JsonRowOptions.Default, progress, cancellationToken);

    /// <inheritdoc cref="JsonRows.InEnvelope(JsonRowEnvelope)"/>
    public AsyncJsonRows InEnvelope(JsonRowEnvelope envelope) => new(EnvelopedRows.Of(Source, envelope));

    internal bool IsInEnvelope => Source is EnvelopedRows;

    /// <summary>What the rows come from, for a debugger: nothing is read.</summary>
    /// <returns>A description of the source.</returns>
    public override string ToString() => $"AsyncJsonRows ({Source})";

    /// <inheritdoc cref="JsonRows.ToHttpContent"/>
    public HttpContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new RowContent(Source, options ?? JsonRowOptions.Default, compression);

    /// <inheritdoc cref="JsonRows.AsStream"/>
    /// <returns>The stream. It cannot seek, and can only be read asynchronously.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(Source, options ?? JsonRowOptions.Default);

    /// <summary>The rows as UTF-8 JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<byte[]> ToUtf8BytesAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync(Source, WholeOutput.Bytes(), options, cancellationToken);

    /// <summary>The rows as JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<string> ToJsonStringAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync(Source, WholeOutput.Text(), options, cancellationToken);

    /// <summary>Not supported: use <see cref="ToJsonStringAsync"/>.</summary>
    /// <param name="options">How to write.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete(NotSynchronous, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public string ToJsonString(JsonRowOptions? options = null) => throw new NotSupportedException(NotSynchronous);

    /// <inheritdoc cref="JsonRows.WriteToFileAsync"/>
    /// <param name="path">The path of the file.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="compression">How the file is compressed, at the fastest level. Default: no compression.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">Checked before every row, and handed to the sequence.</param>
    public Task<JsonRowResult> WriteToFileAsync(
        string path,
        JsonRowOptions? options = null,
        JsonRowCompression compression = JsonRowCompression.None,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WholeOutput.FileAsync(Source, path, options, compression, progress, cancellationToken);
}
