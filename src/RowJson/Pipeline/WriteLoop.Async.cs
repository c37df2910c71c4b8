namespace RowJson;

// The same without ever blocking.
internal static partial class WriteLoop
{
    // Writes to a sink; disposes sink and source.
    // blocks: a source that could be awaited is read synchronously.
    public static Task<JsonRowResult> WriteAsync(
        RowSource source,
        IRowSink sink,
        JsonRowOptions? options,
        IProgress<JsonRowProgress>? progress,
        CancellationToken cancellationToken,
        bool blocks = false)
    {
        options ??= JsonRowOptions.Default;
        EncodingScope.RefuseNested(sink.Receiver);
        source = source.For(options);
        SourceInfo sourceInfo = source.Info;
        sourceInfo.Require(options);
        IAsyncRowPass pass = blocks ? source.Open() : source.OpenAsync(FlushPolicy.For(options, sink));
        return WriteAsync(pass, sourceInfo, sink, options, progress, cancellationToken);
    }

    private static async Task<JsonRowResult> WriteAsync(
        IAsyncRowPass pass,
        SourceInfo sourceInfo,
        IRowSink sink,
        JsonRowOptions options,
        IProgress<JsonRowProgress>? progress,
        CancellationToken cancellationToken)
    {
        await using ConfiguredAsyncDisposable ownedSink = sink.ConfigureAwait(false);
        RowContext context = sink.ContextFor(options);
        RowEncoder encoder = context.Rent();
        try
        {
            encoder.Cancellation = cancellationToken;
            sink.Open(encoder, sourceInfo);
            return await RunAsync(pass, encoder, sink, progress, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            encoder.Cancellation = default;
            context.Return(encoder);
        }
    }

    private static async Task<JsonRowResult> RunAsync(
        IAsyncRowPass pass, RowEncoder encoder, IRowSink sink, IProgress<JsonRowProgress>? progress, CancellationToken cancellationToken)
    {
        FlushPolicy policy = FlushPolicy.For(encoder.Context.Options, sink);
        JsonRowResult result;
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
                    using (new EncodingScope(encoder)) Complete(pass, encoder);
                }
                isRead = await SendAsync(encoder, sink, policy, isLast: next is null, cancellationToken).ConfigureAwait(false);
                encoder.Stage = JsonRowStage.Unknown;
                if (progress is not null)
                    using (new EncodingScope(encoder)) Report(progress, pass, encoder);
                encoder.Stage = JsonRowStage.Value;
            }
            while (next is not null && isRead);
            if (next is null) sink.Complete();
            // Counting again what is copied as text costs as much as copying it: only where it has not come to its end.
            long rows = next is null ? encoder.RowsWritten : pass.CountRows(encoder);
            result = ResultOf(encoder, rows, isComplete: next is null && isRead);
        }
        catch (Exception exception)
        {
            Exception failure = encoder.Stage == JsonRowStage.Unknown
                ? exception
                : RowFailure.Create(exception, pass, encoder, sink, cancellationToken);
            if (failure is JsonRowException && encoder.Stage is JsonRowStage.Source or JsonRowStage.Value && encoder.KeepsCompleteRows)
                await SaveCompleteRowsAsync(encoder, sink, cancellationToken).ConfigureAwait(false);
            await Quietly.RunAsync(pass.DisposeAsync).ConfigureAwait(false);
            if (ReferenceEquals(failure, exception)) throw;
            throw failure;
        }
        await pass.DisposeAsync().ConfigureAwait(false);
        // A caller that cancels because the reader has left gets a cancellation, whichever is seen first.
        if (!result.IsComplete) cancellationToken.ThrowIfCancellationRequested();
        return result;
    }

    private static ValueTask<bool> SendAsync(
        RowEncoder encoder, IRowSink sink, FlushPolicy policy, bool isLast, CancellationToken cancellationToken)
    {
        encoder.Stage = JsonRowStage.Sink;
        using var scope = new EncodingScope(encoder);
        encoder.Commit();
        return policy.SendAsync(sink, isLast, cancellationToken);
    }

    private static ValueTask SaveCompleteRowsAsync(RowEncoder encoder, IRowSink sink, CancellationToken cancellationToken) =>
        Quietly.RunAsync(() =>
        {
            encoder.Commit();
            return sink.SaveAsync(cancellationToken);
        });
}
