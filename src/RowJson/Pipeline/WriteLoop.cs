using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace RowJson;

/// <summary>
/// The write loop: batches from a source through an encoder to a sink, and what happens when one of them fails.
/// </summary>
internal static class WriteLoop
{
    /// <summary>Writes to a buffer; <paramref name="sink"/> is told after each batch, where there is one.</summary>
    public static long Write(JsonRows source, IBufferWriter<byte> buffer, RowSink? sink, JsonRowOptions options)
    {
        object receiver = sink?.Receiver ?? buffer;
        EncodingScope.RefuseNested(receiver);
        RowRoot root = source.Root;
        source = ParallelRows.For(source, options);
        RowEncoder encoder = options.Context.Rent();
        try
        {
            encoder.Open(buffer, receiver, root, options.Format, source.Identity);
            return Run(source, encoder, sink);
        }
        finally
        {
            encoder.Context.Return(encoder);
        }
    }

    /// <summary>Writes one array into a larger document.</summary>
    public static long Write(JsonRows source, Utf8JsonWriter writer, JsonRowOptions options)
    {
        EncodingScope.RefuseNested(writer);
        if (source.Root == RowRoot.SingleValue) return source.WriteSingleValue(writer);

        EncodingContext context = options.ContextFor(writer.Options.Encoder);
        RowEncoder encoder = context.Rent();
        try
        {
            using var sink = new Utf8JsonWriterSink(writer, options) { IsExclusive = true };
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

    /// <inheritdoc cref="WriteAsync(RowPass, RowRoot, object, RowSink, JsonRowOptions, CancellationToken)"/>
    public static Task<long> WriteAsync(JsonRows source, RowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        EncodingScope.RefuseNested(sink.Receiver);
        RowRoot root = source.Root;
        return WriteAsync(ParallelRows.For(source, options).OpenAsync(options), root, source.Identity, sink, options, cancellationToken);
    }

    /// <summary>Writes to a sink without ever blocking on it; disposes sink and source.</summary>
    public static async Task<long> WriteAsync(
        RowPass batches, RowRoot root, object? identity, RowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        await using ConfiguredAsyncDisposable ownedSink = sink.ConfigureAwait(false);
        batches.ReturnsWhileSilent = sink.HasReader;
        long rows;
        try
        {
            rows = await OpenAndRunAsync(batches, root, identity, sink, options, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await DisposeQuietlyAsync(batches).ConfigureAwait(false);
            throw;
        }
        await batches.DisposeAsync().ConfigureAwait(false);
        return rows;
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
                using (new EncodingScope(encoder)) more = source.EncodeBatch(encoder, ref cursor);
                if (!more) encoder.Complete();
                inSink = true;
                encoder.Commit();
                sink?.Flush(through: false);
                inSink = false;
            }
            while (more);
        }
        catch (Exception exception)
        {
            // A synchronous write cannot be cancelled: a cancellation is a failure of the source's, a value's or the sink's.
            inSink |= encoder.SinkFailed;
            JsonRowException failure = RowFailure.Create(exception, CountRows(source, encoder, in cursor), encoder.Column, inSink, encoder.IsComplete);
            if (!inSink) SaveCompleteRows(encoder, sink);
            DisposeQuietly(in cursor);
            throw failure;
        }
        cursor.Dispose();
        return encoder.RowsWritten;
    }

    private static async Task<long> OpenAndRunAsync(
        RowPass batches, RowRoot root, object? identity, RowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        RowEncoder encoder = options.Context.Rent();
        try
        {
            encoder.Open(sink.Buffer, sink.Receiver, root, options.Format, identity);
            return await RunAsync(batches, encoder, sink, through: options.FlushInterval is not null, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            encoder.Context.Return(encoder);
        }
    }

    /// <param name="batches">The source.</param>
    /// <param name="encoder">Is open.</param>
    /// <param name="sink">Where the encoder writes to.</param>
    /// <param name="through">Whether rows may not wait in the receiver either: they are to leave within an interval.</param>
    /// <param name="cancellationToken">Is looked at before each batch, and passed to both ends.</param>
    private static async Task<long> RunAsync(
        RowPass batches, RowEncoder encoder, RowSink sink, bool through, CancellationToken cancellationToken)
    {
        bool inSink = false;
        try
        {
            bool more, isRead;
            do
            {
                cancellationToken.ThrowIfCancellationRequested();
                more = await batches.EncodeBatchAsync(encoder, cancellationToken).ConfigureAwait(false);
                if (!more)
                {
                    // Before the array is closed: a pipe keeps what it has been given.
                    cancellationToken.ThrowIfCancellationRequested();
                    encoder.Complete();
                }
                inSink = true;
                encoder.Commit();
                ValueTask<bool> sent = more && !through ? sink.SendAsync(cancellationToken) : sink.FlushAsync(through, cancellationToken);
                isRead = await sent.ConfigureAwait(false);
                inSink = false;
            }
            while (more && isRead);
            // Counting again what is copied as text costs as much as copying it: only where it has not come to its end.
            return more ? batches.CountRows(encoder) : encoder.RowsWritten;
        }
        catch (OperationCanceledException exception) when (IsOfAnotherToken(exception, cancellationToken))
        {
            throw new OperationCanceledException(exception.Message, exception, cancellationToken);
        }
        catch (Exception exception) when (!RowFailure.IsCancellation(exception, sink, cancellationToken))
        {
            inSink |= encoder.SinkFailed;
            JsonRowException failure = RowFailure.Create(exception, CountRows(batches, encoder), encoder.Column, inSink, encoder.IsComplete);
            if (!inSink) await SaveCompleteRowsAsync(encoder, sink, cancellationToken).ConfigureAwait(false);
            throw failure;
        }
    }

    /// <summary>
    /// A cancelled write ends with the caller's own token, by which callers tell cancellations apart, and not with one that is
    /// linked to it.
    /// </summary>
    private static bool IsOfAnotherToken(OperationCanceledException exception, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested && exception.CancellationToken != cancellationToken;

    /// <summary>-1 where the source cannot count its rows any more: a document that is disposed.</summary>
    private static long CountRows(JsonRows source, RowEncoder encoder, in RowCursor cursor)
    {
        try
        {
            return source.CountRows(encoder, in cursor);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return -1;
        }
    }

    private static long CountRows(RowPass batches, RowEncoder encoder)
    {
        try
        {
            return batches.CountRows(encoder);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return -1;
        }
    }

    /// <summary>The rows before a failure still go out. A sink that fails as well has nothing to add to the first failure.</summary>
    private static void SaveCompleteRows(RowEncoder encoder, RowSink? sink)
    {
        try
        {
            encoder.Commit();
            sink?.Flush(through: false);
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
            await sink.FlushAsync(through: false, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    /// <summary>A source that fails once more when it is released has nothing to add, either.</summary>
    private static void DisposeQuietly(in RowCursor cursor)
    {
        try
        {
            cursor.Dispose();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    private static async ValueTask DisposeQuietlyAsync(RowPass batches)
    {
        try
        {
            await batches.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
