using System.IO.Pipelines;

namespace RowJson;

/// <content>Writes.</content>
public sealed partial class JsonRows
{
    /// <summary>Writes the rows into a buffer.</summary>
    /// <param name="bufferWriter">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="bufferWriter"/> is null.</exception>
    /// <exception cref="JsonRowException">The source or a value failed (the output ends after a complete row), or the sink did.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public JsonRowResult WriteTo(
        IBufferWriter<byte> bufferWriter, JsonRowOptions? options = null, IProgress<JsonRowProgress>? progress = null) =>
        WriteLoop.Write(Source, new BufferWriterSink(bufferWriter), options, progress);

    /// <summary>Writes the rows to a stream, which stays open.</summary>
    /// <inheritdoc cref="WriteTo(IBufferWriter{byte}, JsonRowOptions?, IProgress{JsonRowProgress}?)"/>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    public JsonRowResult WriteTo(Stream utf8Json, JsonRowOptions? options = null, IProgress<JsonRowProgress>? progress = null) =>
        WriteLoop.Write(Source, new StreamSink(utf8Json), options, progress);

    /// <summary>Writes the rows as one array into a larger document, wherever a value may appear.</summary>
    /// <param name="writer">The writer; its encoder, indentation and depth apply. It receives rows in batches, and is not flushed.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="ArgumentException"><see cref="JsonRowOptions.Format"/> makes each row a document, as <c>Lines</c> does.</exception>
    /// <exception cref="InvalidOperationException">The writer can take no value, or the source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="JsonException">The writer is nested as deep as <see cref="JsonSerializerOptions.MaxDepth"/> allows.</exception>
    /// <exception cref="JsonRowException">The source or a value failed; the array holds the rows before it and is not closed.</exception>
    public JsonRowResult WriteTo(Utf8JsonWriter writer, JsonRowOptions? options = null) =>
        WriteLoop.Write(Source, writer, options ?? JsonRowOptions.Default);

    /// <summary>Writes the rows to a stream, which stays open, without ever blocking on it.</summary>
    /// <inheritdoc cref="WriteTo(Stream, JsonRowOptions?, IProgress{JsonRowProgress}?)"/>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null for none.</param>
    /// <param name="cancellationToken">Ends the write after the current batch at the latest: the output ends after a complete row.</param>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or a pipe's pending flush was (<see cref="PipeWriter.CancelPendingFlush"/>).
    /// </exception>
    public Task<JsonRowResult> WriteToAsync(
        Stream utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        AsyncWrite.Run(Source, new StreamSink(utf8Json), options, progress, cancellationToken);

    /// <summary>Writes the rows into a pipe's own memory, waiting for its reader after each batch. The pipe is not completed.</summary>
    /// <remarks>
    /// If the reader completes, the write ends, and the result says that the output was cut short (<see cref="JsonRowResult.IsComplete"/>).
    /// </remarks>
    /// <inheritdoc cref="WriteToAsync(Stream, JsonRowOptions?, IProgress{JsonRowProgress}?, CancellationToken)"/>
    public Task<JsonRowResult> WriteToAsync(
        PipeWriter utf8Json,
        JsonRowOptions? options = null,
        IProgress<JsonRowProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        AsyncWrite.Run(Source, new PipeSink(utf8Json), options, progress, cancellationToken);

    /// <summary>The rows as the body of a request, which is encoded while it is sent: at most two batches are in memory.</summary>
    /// <remarks>
    /// <para>
    /// <c>Content-Type</c> is <c>application/json</c>, or <c>application/jsonl</c> for lines, with the parameter <c>rows</c> for compact
    /// rows (<c>rows=arrays</c>); set <see cref="HttpContent.Headers"/> to send another one, such as <c>application/x-ndjson</c>. No length
    /// is announced: HTTP/1.1 sends the body in chunks.
    /// </para>
    /// <para>
    /// A failure of the source or of a value ends the request with its <see cref="JsonRowException"/>, which the client may wrap, and the
    /// connection or stream is aborted: the server never sees the end of the body.
    /// </para>
    /// <para>
    /// A redirect or a retry sends the body once more. Lists, documents, tables and views can be sent again. For any other source, such as
    /// a reader or a lazy sequence, the second attempt fails with an <see cref="InvalidOperationException"/>.
    /// </para>
    /// </remarks>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="compression">How the body is compressed. Default: no compression.</param>
    /// <returns>The content. Its headers can be set.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="compression"/> is not a member of the enumeration.</exception>
    /// <example><c>await client.PostAsync("/orders", JsonRows.From(orders).ToHttpContent());</c></example>
    public HttpContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new RowContent(Source, options ?? JsonRowOptions.Default, compression);

    /// <summary>The rows as a stream to read. They are encoded while it is read: one batch of them is in memory.</summary>
    /// <remarks>
    /// <para>
    /// A read throws the <see cref="JsonRowException"/> of the source or of a value, after the complete rows before it have been read. The
    /// end of the stream means that all rows were written.
    /// </para>
    /// <para>Dispose of the stream if it is not read to its end: it then releases the source.</para>
    /// </remarks>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>The stream. It cannot seek.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(Source, options ?? JsonRowOptions.Default);
}
