using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace RowJson;

/// <summary>
/// An immutable description of a source of rows: <c>From</c> takes the source, <c>Write…</c> takes the sink.
/// </summary>
/// <remarks>Nothing is read before a write begins. Each write reads the source anew, if the source allows that.</remarks>
/// <example><c>JsonRows.From(rows).WriteTo(stream);</c></example>
[JsonConverter(typeof(JsonRowsConverter))]
public sealed partial class JsonRows
{
    internal JsonRows(RowSource source) => Source = source;

    /// <summary>What the write loop reads.</summary>
    internal RowSource Source { get; }

    /// <summary>The rows of a document: the elements of its root array. A root that is no array is written as it is.</summary>
    /// <param name="document">The document; it must stay undisposed until the write has ended.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="document"/> is null.</exception>
    /// <exception cref="ObjectDisposedException"><paramref name="document"/> is disposed.</exception>
    public static JsonRows From(JsonDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        JsonElement root = document.RootElement;
        // A disposed document is detected by its root only.
        _ = root.ValueKind;
        return new JsonRows(new JsonElementRows(root));
    }

    /// <summary>The rows of a JSON array. An element that is no array is written as it is.</summary>
    /// <param name="array">The array; its document must stay undisposed until the write has ended.</param>
    /// <returns>The rows, not yet read.</returns>
    public static JsonRows From(JsonElement array) => new(new JsonElementRows(array));

    /// <summary>The rows of a mutable JSON array.</summary>
    /// <param name="array">The array.</param>
    /// <returns>The rows, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="array"/> is null.</exception>
    public static JsonRows From(JsonArray array)
    {
        ArgumentNullException.ThrowIfNull(array);
        return new JsonRows(new JsonNodeRows(array));
    }

    /// <summary>The rows as a property of an object, which is streamed with them.</summary>
    /// <param name="envelope">The object's other properties. JSON Lines cannot be in an envelope: they are several documents.</param>
    /// <returns>The rows within the envelope, not yet read.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="envelope"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The rows are in an envelope already.</exception>
    public JsonRows InEnvelope(JsonRowEnvelope envelope)
    {
        ArgumentNullException.ThrowIfNull(envelope);
        if (IsInEnvelope)
            throw new InvalidOperationException("The rows are in an envelope already. Add the properties to that one.");
        return new JsonRows(new EnvelopedRows(Source, envelope));
    }

    /// <summary>Whether the rows are in an envelope: the output is one document then, and cannot be JSON Lines.</summary>
    public bool IsInEnvelope => Source is EnvelopedRows;

    /// <summary>Writes the rows into a buffer.</summary>
    /// <param name="writer">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public JsonRowResult WriteTo(IBufferWriter<byte> writer, JsonRowOptions? options = null) => WriteTo(writer, options, progress: null);

    /// <summary>Writes the rows to a stream, which stays open.</summary>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public JsonRowResult WriteTo(Stream utf8Json, JsonRowOptions? options = null) => WriteTo(utf8Json, options, progress: null);

    /// <summary>Writes the rows as one array into a larger document, wherever a value may appear.</summary>
    /// <param name="writer">
    /// The writer; its own encoder, indentation and depth apply. It receives rows in batches, and is not flushed.
    /// </param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <see cref="JsonRowOptions.Format"/> is <see cref="JsonRowFormat.Lines"/>: several values.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// A value may not appear where the writer is, or the source is <c>default(JsonElement)</c>.
    /// </exception>
    /// <exception cref="JsonException">The writer is nested as deep as <see cref="JsonSerializerOptions.MaxDepth"/> allows.</exception>
    /// <exception cref="JsonRowException">The source or a value failed; the array holds the rows before it and is not closed.</exception>
    public JsonRowResult WriteTo(Utf8JsonWriter writer, JsonRowOptions? options = null) =>
        WriteLoop.Write(Source, writer, options ?? JsonRowOptions.Default);

    /// <summary>Writes the rows to a stream, which stays open, without ever blocking on it.</summary>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches; the output then ends after a complete row.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="utf8Json"/> cannot be written to.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public Task<JsonRowResult> WriteToAsync(
        Stream utf8Json, JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteToAsync(utf8Json, options, progress: null, cancellationToken);

    /// <inheritdoc cref="WriteToAsync(Stream, JsonRowOptions?, CancellationToken)"/>
    public Task<JsonRowResult> WriteToAsync(Stream utf8Json, CancellationToken cancellationToken) =>
        WriteToAsync(utf8Json, options: null, cancellationToken);

    /// <summary>Writes the rows into a pipe's own memory, waiting for its reader after each batch.</summary>
    /// <remarks>
    /// If the reader completes, the write ends, and the result says that the output was cut short (<see cref="JsonRowResult.IsComplete"/>).
    /// </remarks>
    /// <param name="utf8Json">
    /// Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes; is not completed.
    /// </param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="cancellationToken">Ends the write between two batches; the output then ends after a complete row.</param>
    /// <returns>How many rows and bytes were written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="utf8Json"/> is null.</exception>
    /// <exception cref="JsonRowException">The source, a value or the sink failed; the output ends after the last complete row.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or the pipe's pending flush was (<see cref="PipeWriter.CancelPendingFlush"/>).
    /// </exception>
    public Task<JsonRowResult> WriteToAsync(
        PipeWriter utf8Json, JsonRowOptions? options = null, CancellationToken cancellationToken = default) =>
        WriteToAsync(utf8Json, options, progress: null, cancellationToken);

    /// <inheritdoc cref="WriteToAsync(PipeWriter, JsonRowOptions?, CancellationToken)"/>
    public Task<JsonRowResult> WriteToAsync(PipeWriter utf8Json, CancellationToken cancellationToken) =>
        WriteToAsync(utf8Json, options: null, cancellationToken);

    /// <summary>The rows as UTF-8 JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public byte[] ToUtf8Bytes(JsonRowOptions? options = null)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        WriteTo(buffer, options);
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>The rows as JSON, held whole in memory.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>The text.</returns>
    /// <exception cref="JsonRowException">The source or a value failed.</exception>
    /// <exception cref="InvalidOperationException">The source is <c>default(JsonElement)</c>.</exception>
    /// <exception cref="ObjectDisposedException">The source is a document that has been disposed of.</exception>
    public string ToJsonString(JsonRowOptions? options = null)
    {
        options ??= JsonRowOptions.Default;
        using var buffer = new PooledBufferWriter(options.Pool);
        WriteTo(buffer, options);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }
}
