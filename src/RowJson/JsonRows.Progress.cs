using System.Buffers;
using System.IO.Pipelines;

namespace RowJson;

/// <content>Writes that report how far they have come.</content>
public sealed partial class JsonRows
{
    /// <inheritdoc cref="WriteTo(IBufferWriter{byte}, JsonRowOptions?)"/>
    /// <param name="writer">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null if nobody asks for it.</param>
    public JsonRowResult WriteTo(IBufferWriter<byte> writer, JsonRowOptions? options, IProgress<JsonRowProgress>? progress) =>
        WriteLoop.Write(Source, new BufferWriterSink(writer), options ?? JsonRowOptions.Default, progress);

    /// <inheritdoc cref="WriteTo(Stream, JsonRowOptions?)"/>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null if nobody asks for it.</param>
    public JsonRowResult WriteTo(Stream utf8Json, JsonRowOptions? options, IProgress<JsonRowProgress>? progress)
    {
        options ??= JsonRowOptions.Default;
        using var sink = new StreamSink(utf8Json, options);
        return WriteLoop.Write(Source, sink, options, progress);
    }

    /// <inheritdoc cref="WriteToAsync(Stream, JsonRowOptions?, CancellationToken)"/>
    /// <param name="utf8Json">Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes.</param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null if nobody asks for it.</param>
    /// <param name="cancellationToken">Ends the write between two batches; the output then ends after a complete row.</param>
    public Task<JsonRowResult> WriteToAsync(
        Stream utf8Json, JsonRowOptions? options, IProgress<JsonRowProgress>? progress, CancellationToken cancellationToken = default)
    {
        options ??= JsonRowOptions.Default;
        return WriteLoop.WriteAsync(Source, new StreamSink(utf8Json, options), options, progress, cancellationToken);
    }

    /// <inheritdoc cref="WriteToAsync(PipeWriter, JsonRowOptions?, CancellationToken)"/>
    /// <param name="utf8Json">
    /// Receives complete rows in batches of about <see cref="JsonRowOptions.FlushThreshold"/> bytes; is not completed.
    /// </param>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="progress">Receives a report after each batch; null if nobody asks for it.</param>
    /// <param name="cancellationToken">Ends the write between two batches; the output then ends after a complete row.</param>
    public Task<JsonRowResult> WriteToAsync(
        PipeWriter utf8Json,
        JsonRowOptions? options,
        IProgress<JsonRowProgress>? progress,
        CancellationToken cancellationToken = default) =>
        WriteLoop.WriteAsync(Source, new PipeSink(utf8Json), options ?? JsonRowOptions.Default, progress, cancellationToken);
}
