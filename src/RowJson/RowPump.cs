using System.Buffers;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// The write loop: pieces from a source through an encoder to a sink, and what happens when one of them fails.
/// </summary>
internal static class RowPump
{
    /// <summary>Writes to a buffer; <paramref name="sink"/> is told after each piece, where there is one.</summary>
    public static long Write(JsonRows source, IBufferWriter<byte> buffer, RowSink? sink, JsonRowOptions options)
    {
        RowRoot root = source.Root;
        RowEncoder encoder = options.Context.Rent();
        try
        {
            encoder.Open(buffer, root, options.Format, source.Identity);
            return Run(source, encoder, sink);
        }
        finally
        {
            options.Context.Return(encoder);
        }
    }

    /// <summary>Writes one array into a larger document.</summary>
    public static long Write(JsonRows source, Utf8JsonWriter writer, JsonRowOptions options)
    {
        if (source.Root == RowRoot.SingleValue) return source.WriteSingleValue(writer);

        EncodingContext context = options.ContextFor(writer.Options.Encoder);
        RowEncoder encoder = context.Rent();
        try
        {
            using var sink = new Utf8JsonWriterSink(writer, options.FlushThreshold);
            sink.Open(encoder.Identify(source.Identity, options.Format));
            encoder.OpenInside(sink.Buffer, writer, options.Format);
            long rows = Run(source, encoder, sink);
            sink.Close();
            return rows;
        }
        finally
        {
            context.Return(encoder);
        }
    }

    /// <inheritdoc cref="WriteAsync(RowPieces, RowRoot, object, RowSink, JsonRowOptions, CancellationToken)"/>
    public static Task<long> WriteAsync(JsonRows source, RowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        RowRoot root = source.Root;
        return WriteAsync(source.OpenAsync(options), root, source.Identity, sink, options, cancellationToken);
    }

    /// <summary>Writes to a sink without ever blocking on it; disposes sink and source.</summary>
    public static async Task<long> WriteAsync(
        RowPieces pieces, RowRoot root, object? identity, RowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        using RowSink ownedSink = sink;
        RowEncoder encoder = options.Context.Rent();
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            encoder.Open(sink.Buffer, root, options.Format, identity);
            return await RunAsync(pieces, encoder, sink, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            options.Context.Return(encoder);
            await pieces.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static long Run(JsonRows source, RowEncoder encoder, RowSink? sink)
    {
        RowCursor cursor = default;
        bool inSink = false;
        try
        {
            bool more;
            do
            {
                more = source.EncodePiece(encoder, ref cursor);
                if (!more) encoder.Complete();
                inSink = true;
                encoder.Commit();
                sink?.Flush();
                inSink = false;
            }
            while (more);
            return encoder.RowsWritten;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            if (!inSink) SaveCompleteRows(encoder, sink);
            throw RowFailure.Create(exception, source.CountRows(encoder, in cursor), encoder.Column, inSink);
        }
        finally
        {
            cursor.Dispose();
        }
    }

    private static async Task<long> RunAsync(RowPieces pieces, RowEncoder encoder, RowSink sink, CancellationToken cancellationToken)
    {
        bool inSink = false;
        try
        {
            bool more;
            do
            {
                more = await pieces.EncodePieceAsync(encoder, cancellationToken).ConfigureAwait(false);
                if (!more) encoder.Complete();
                inSink = true;
                encoder.Commit();
                bool isRead = await sink.FlushAsync(cancellationToken).ConfigureAwait(false);
                inSink = false;
                if (!isRead) break;
                if (more) cancellationToken.ThrowIfCancellationRequested();
            }
            while (more);
            return pieces.CountRows(encoder);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            if (!inSink) await SaveCompleteRowsAsync(encoder, sink, cancellationToken).ConfigureAwait(false);
            throw RowFailure.Create(exception, pieces.CountRows(encoder), encoder.Column, inSink);
        }
    }

    /// <summary>The rows before a failure still go out. A sink that fails as well has nothing to add to the first failure.</summary>
    private static void SaveCompleteRows(RowEncoder encoder, RowSink? sink)
    {
        try
        {
            encoder.Commit();
            sink?.Flush();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    private static async ValueTask SaveCompleteRowsAsync(RowEncoder encoder, RowSink sink, CancellationToken cancellationToken)
    {
        try
        {
            encoder.Commit();
            await sink.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
