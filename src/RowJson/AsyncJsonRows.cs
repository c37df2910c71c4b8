using System.IO.Pipelines;

namespace RowJson;

/// <summary>An immutable description of an asynchronous source of rows, with asynchronous methods only: nothing blocks on it.</summary>
/// <remarks>
/// The token of a write is checked before every row, and handed to the sequence. With a <see cref="JsonRowOptions.FlushInterval"/>, the
/// sequence receives a token that is linked to it.
/// </remarks>
/// <example><c>await JsonRows.From(asyncRows).WriteToAsync(stream);</c></example>
[JsonConverter(typeof(JsonRowConverterFactory))]
[DebuggerDisplay("{ToString(),nq}")]
public sealed class AsyncJsonRows
{
    private const string NotSynchronous = "The rows are waited for: await rows.ToJsonStringAsync(), or rows.ToUtf8BytesAsync().";

    internal AsyncJsonRows(RowSource source) => Source = source;

    internal RowSource Source { get; }

    /// <inheritdoc cref="JsonRows.WriteToAsync(Stream, JsonRowOptions?, IProgress{JsonRowProgress}?, CancellationToken)"/>
    public Task<JsonRowResult> WriteToAsync(
        Stream utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        AsyncWrite.Run(Source, new StreamSink(utf8Json), options, progress, cancellationToken);

    /// <inheritdoc cref="JsonRows.WriteToAsync(PipeWriter, JsonRowOptions?, IProgress{JsonRowProgress}?, CancellationToken)"/>
    public Task<JsonRowResult> WriteToAsync(
        PipeWriter utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        AsyncWrite.Run(Source, new PipeSink(utf8Json), options, progress, cancellationToken);

    /// <inheritdoc cref="JsonRows.InEnvelope(JsonRowEnvelope)"/>
    public AsyncJsonRows InEnvelope(JsonRowEnvelope envelope) => new(EnvelopedRows.Of(Source, envelope));

    internal bool IsInEnvelope => Source is EnvelopedRows;

    /// <summary>Describes the source of the rows, for a debugger: nothing is read.</summary>
    /// <returns>A description of the source.</returns>
    public override string ToString() => $"AsyncJsonRows ({Source})";

    /// <inheritdoc cref="JsonRows.ToHttpContent"/>
    public HttpContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new RowContent(Source, options ?? JsonRowOptions.Default, compression);

    /// <inheritdoc cref="JsonRows.AsStream"/>
    /// <returns>The stream. It cannot seek, and can only be read asynchronously.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(Source, options ?? JsonRowOptions.Default);

    /// <inheritdoc cref="JsonRows.ToUtf8BytesAsync"/>
    public Task<byte[]> ToUtf8BytesAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync<byte[]>(Source, options, cancellationToken);

    /// <inheritdoc cref="JsonRows.ToJsonStringAsync"/>
    public Task<string> ToJsonStringAsync(JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WholeOutput.WriteAsync<string>(Source, options, cancellationToken);

    /// <summary>Not supported: use <see cref="ToJsonStringAsync"/>.</summary>
    [Obsolete(NotSynchronous, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public string ToJsonString(JsonRowOptions? options = null) => throw new NotSupportedException(NotSynchronous);

    /// <inheritdoc cref="JsonRows.WriteToFileAsync"/>
    public Task<JsonRowResult> WriteToFileAsync(
        string path,
        JsonRowOptions? options = null,
        JsonRowCompression compression = JsonRowCompression.None,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        WholeOutput.FileAsync(Source, path, options, compression, progress, cancellationToken);
}
