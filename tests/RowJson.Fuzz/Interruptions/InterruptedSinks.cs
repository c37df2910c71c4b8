using System.Buffers;
using System.IO.Pipelines;
using RowJson.Tests;

namespace RowJson.Fuzz;

/// <summary>Sinks of writes that are ended early, by the sink or by the source.</summary>
internal static class InterruptedSinks
{
    public static IReadOnlyList<FuzzSink> All { get; } =
    [
        new("failing IBufferWriter", InterruptionKind.SinkFails, (rows, options, output, interruption) =>
            rows.Rows!().WriteTo(new InterruptedBuffer(output, interruption), options)),
        new("failing Stream", InterruptionKind.SinkFails, WriteToStream),
        new("failing JsonRowWriter", InterruptionKind.SinkFails, Push) { IsRowByRow = true },
        new("failing asynchronous Stream", InterruptionKind.SinkFails, WriteToStreamAsync) { IsAsynchronous = true },
        new("failing PipeWriter", InterruptionKind.SinkFails, WriteToPipeAsync) { IsAsynchronous = true },
        new("cancelling Stream", InterruptionKind.SinkCancels, WriteToStreamAsync) { IsAsynchronous = true },
        new("cancelling PipeWriter", InterruptionKind.SinkCancels, WriteToPipeAsync) { IsAsynchronous = true },
        new("Stream after a failing source", InterruptionKind.SourceFails, (rows, options, output, interruption) =>
            FromSource(rows, interruption, () => rows.Rows!().WriteTo(new OutputStream(output), options))),
        new("asynchronous Stream after a failing source", InterruptionKind.SourceFails, FromSourceToStreamAsync) { IsAsynchronous = true },
        new("asynchronous Stream after a cancelling source", InterruptionKind.SourceCancels, FromSourceToStreamAsync)
        {
            IsAsynchronous = true,
        },
        new("PipeWriter after a cancelling source", InterruptionKind.SourceCancels, FromSourceToPipeAsync) { IsAsynchronous = true },
    ];

    private static void WriteToStream(
        PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption) =>
        rows.Rows!().WriteTo(new InterruptedStream(output, interruption), options);

    private static void WriteToStreamAsync(
        PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption) =>
        WriteAsync(rows, new InterruptedStream(output, interruption), options, interruption);

    private static void WriteToPipeAsync(
        PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption) =>
        WriteAsync(rows, new InterruptedPipe(output, interruption), options, interruption);

    private static void FromSourceToStreamAsync(
        PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption) =>
        FromSource(rows, interruption, () => WriteAsync(rows, new OutputStream(output), options, interruption));

    private static void FromSourceToPipeAsync(
        PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption) =>
        FromSource(rows, interruption, () => WriteAsync(rows, new InterruptedPipe(output, null), options, interruption));

    private static void WriteAsync(PreparedRows rows, Stream stream, JsonRowOptions options, Interruption interruption) =>
        FuzzSink.Wait(rows.AsyncRows is { } source
            ? source().WriteToAsync(stream, options, cancellationToken: interruption.Token)
            : rows.Rows!().WriteToAsync(stream, options, cancellationToken: interruption.Token));

    private static void WriteAsync(PreparedRows rows, PipeWriter pipe, JsonRowOptions options, Interruption interruption) =>
        FuzzSink.Wait(rows.AsyncRows is { } source
            ? source().WriteToAsync(pipe, options, cancellationToken: interruption.Token)
            : rows.Rows!().WriteToAsync(pipe, options, cancellationToken: interruption.Token));

    private static void FromSource(PreparedRows rows, Interruption interruption, Action write)
    {
        rows.Signal!.Interruption = interruption;
        try
        {
            write();
        }
        finally
        {
            rows.Signal.Interruption = null;
        }
    }

    /// <summary>A writer that has failed takes nothing more, and its disposal hands nothing over.</summary>
    private static void Push(PreparedRows rows, JsonRowOptions options, ArrayBufferWriter<byte> output, Interruption interruption)
    {
        using var writer = new JsonRowWriter(new InterruptedStream(output, interruption), options);
        try
        {
            rows.Push!(writer);
            writer.Complete();
        }
        catch (JsonRowException)
        {
            if (!Refuses(writer.Flush) || !Refuses(writer.Complete)) throw new WriteFaultException("A writer went on after a failure.");
            throw;
        }
    }

    private static bool Refuses(Action call)
    {
        try
        {
            call();
            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }
}
