using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>The same without ever blocking.</content>
internal static partial class WriteLoop
{
    /// <summary>Writes to a sink; disposes sink and source.</summary>
    public static Task<long> WriteAsync(JsonRows source, IRowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        EncodingScope.RefuseNested(sink.Receiver);
        RowRoot root = source.Root;
        return WriteAsync(source.OpenAsync(FlushPolicy.For(options, sink)), root, source.Identity, sink, options, cancellationToken);
    }

    /// <inheritdoc cref="WriteAsync(JsonRows, IRowSink, JsonRowOptions, CancellationToken)"/>
    public static Task<long> WriteAsync(AsyncJsonRows source, IRowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        EncodingScope.RefuseNested(sink.Receiver);
        IAsyncRowPass pass = source.OpenAsync(FlushPolicy.For(options, sink));
        return WriteAsync(pass, RowRoot.Rows, identity: null, sink, options, cancellationToken);
    }

    private static async Task<long> WriteAsync(
        IAsyncRowPass pass, RowRoot root, object? identity, IRowSink sink, JsonRowOptions options, CancellationToken cancellationToken)
    {
        await using ConfiguredAsyncDisposable ownedSink = sink.ConfigureAwait(false);
        EncodingContext context = sink.ContextFor(options);
        RowEncoder encoder = context.Rent();
        try
        {
            sink.Open(encoder, root, identity);
            if (pass is IRowPass synchronous) pass = RowRanges.Over(synchronous, encoder);
            return await RunAsync(pass, encoder, sink, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            context.Return(encoder);
        }
    }

    private static async Task<long> RunAsync(IAsyncRowPass pass, RowEncoder encoder, IRowSink sink, CancellationToken cancellationToken)
    {
        FlushPolicy policy = FlushPolicy.For(encoder.Context.Options, sink);
        bool inSink = false;
        long rows;
        try
        {
            IAsyncRowPass? next;
            bool isRead;
            do
            {
                cancellationToken.ThrowIfCancellationRequested();
                next = await pass.EncodeBatchAsync(encoder, cancellationToken).ConfigureAwait(false);
                if (next is not null)
                {
                    pass = next;
                }
                else
                {
                    // Before the array is closed: a pipe keeps what it has been given.
                    cancellationToken.ThrowIfCancellationRequested();
                    encoder.Complete();
                }
                inSink = true;
                encoder.Commit();
                isRead = await policy.SendAsync(sink, isLast: next is null, cancellationToken).ConfigureAwait(false);
                inSink = false;
            }
            while (next is not null && isRead);
            if (next is null) sink.Complete();
            // Counting again what is copied as text costs as much as copying it: only where it has not come to its end.
            rows = next is null ? encoder.RowsWritten : pass.CountRows(encoder);
        }
        catch (Exception exception)
        {
            inSink |= encoder.SinkFailed;
            Exception failure = RowFailure.Create(exception, pass, encoder, sink, inSink, cancellationToken);
            if (failure is JsonRowException && !inSink) await SaveCompleteRowsAsync(encoder, sink, cancellationToken).ConfigureAwait(false);
            await DisposeQuietlyAsync(pass).ConfigureAwait(false);
            if (ReferenceEquals(failure, exception)) throw;
            throw failure;
        }
        await pass.DisposeAsync().ConfigureAwait(false);
        return rows;
    }

    private static async ValueTask SaveCompleteRowsAsync(RowEncoder encoder, IRowSink sink, CancellationToken cancellationToken)
    {
        try
        {
            encoder.Commit();
            await sink.DrainAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    private static async ValueTask DisposeQuietlyAsync(IAsyncRowPass pass)
    {
        try
        {
            await pass.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
