namespace RowJson;

// One write that never blocks. Run does what need not be awaited without a state machine, which takes longer than a short row.
[SuppressMessage("Reliability", "CA2012", Justification = "Each is awaited once, or its result is taken.")]
internal sealed class AsyncWrite(
    IAsyncRowPass pass,
    RowEncoder encoder,
    IRowSink sink,
    FlushPolicy policy,
    IProgress<JsonRowProgress>? progress,
    CancellationToken cancellationToken)
{
    private IAsyncRowPass _pass = pass;

    // All rows and the end of the output have been encoded.
    private bool _isLast;

    // Writes the rows to the sink, and disposes of sink and source. blocks: synchronously reads a source that could be awaited.
    public static Task<JsonRowResult> Run(
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
        var policy = FlushPolicy.For(options, sink);
        IAsyncRowPass pass = blocks ? source.Open() : source.OpenAsync(policy);
        RowEncoder encoder = sink.ContextFor(options).Rent();
        encoder.Cancellation = cancellationToken;
        sink.Open(encoder, sourceInfo);
        var write = new AsyncWrite(pass, encoder, sink, policy, progress, cancellationToken);
        // As after an async method, nothing that a row has set flows to the caller, such as the Activity of an iterator.
        if (ExecutionContext.Capture() is not { } flow) return RunApart(write);
        SynchronizationContext? context = SynchronizationContext.Current;
        Task<JsonRowResult> result = write.Run();
        ExecutionContext.Restore(flow);
        if (SynchronizationContext.Current != context) SynchronizationContext.SetSynchronizationContext(context);
        return result;
    }

    // Where the flow is suppressed, there is nothing to restore but by an async method.
    private static async Task<JsonRowResult> RunApart(AsyncWrite write) => await write.Run().ConfigureAwait(false);

    private Task<JsonRowResult> Run()
    {
        ValueTask<bool> batch;
        JsonRowResult? whole = null;
        try
        {
            batch = WriteBatch();
            // Most outputs are one batch, which many sinks take without waiting. A source that is its own pass has nothing to wait for.
            if (_isLast && batch.IsCompletedSuccessfully && _pass is RowSource and IRowPass)
            {
                if (batch.Result) whole = End(isRead: true);
                else batch = new ValueTask<bool>(false);
            }
        }
        catch (Exception exception)
        {
            batch = ValueTask.FromException<bool>(exception);
        }
        if (whole is null) return RunAsync(batch);
        ((IRowPass)_pass).Dispose();
        encoder.Context.Return(encoder);
        sink.Dispose();
        return Task.FromResult(whole.Value);
    }

    private async Task<JsonRowResult> RunAsync(ValueTask<bool> batch)
    {
        await using ConfiguredAsyncDisposable ownedSink = sink.ConfigureAwait(false);
        try
        {
            JsonRowResult result;
            try
            {
                bool isRead = await batch.ConfigureAwait(false);
                while (isRead && !_isLast)
                {
                    Report();
                    isRead = await WriteBatch().ConfigureAwait(false);
                }
                result = End(isRead);
                encoder.Stage = JsonRowStage.Source;
                await _pass.DisposeAsync().ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                Exception failure = await FailAsync(exception).ConfigureAwait(false);
                if (ReferenceEquals(failure, exception)) throw;
                throw failure;
            }
            // A caller that cancels because the reader has left gets a cancellation, whichever is seen first.
            if (!result.IsComplete) cancellationToken.ThrowIfCancellationRequested();
            return result;
        }
        finally
        {
            encoder.Context.Return(encoder);
        }
    }

    // The result is false if the reader of the sink has completed.
    private ValueTask<bool> WriteBatch()
    {
        cancellationToken.ThrowIfCancellationRequested();
        ValueTask<IAsyncRowPass?> next = _pass.EncodeBatchAsync(encoder, cancellationToken);
        return next.IsCompletedSuccessfully ? Send(next.Result) : SendAsync(next);
    }

    // The state machine is pooled: waiting for a source allocates nothing per batch.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> SendAsync(ValueTask<IAsyncRowPass?> next) =>
        await Send(await next.ConfigureAwait(false)).ConfigureAwait(false);

    private ValueTask<bool> Send(IAsyncRowPass? next)
    {
        _isLast = next is null;
        _pass = next ?? _pass;
        // Before the array is closed, because what has been written to a pipe cannot be withdrawn.
        if (_isLast) cancellationToken.ThrowIfCancellationRequested();
        using var scope = new EncodingScope(encoder);
        if (_isLast) WriteLoop.Complete(_pass, encoder);
        encoder.Stage = JsonRowStage.Sink;
        encoder.Commit();
        ValueTask<bool> sent = policy.SendAsync(sink, _isLast, cancellationToken);
        return _isLast ? sink.EndAsync(sent) : sent;
    }

    private void Report()
    {
        encoder.Stage = JsonRowStage.Unknown;
        if (progress is not null)
            using (new EncodingScope(encoder)) WriteLoop.Report(progress, _pass, encoder);
        encoder.Stage = JsonRowStage.Value;
    }

    private JsonRowResult End(bool isRead)
    {
        Report();
        encoder.Stage = _isLast ? JsonRowStage.Sink : JsonRowStage.Source;
        if (_isLast) sink.Complete();
        // Rows that are copied as text are counted by reading the text again: only if the write has ended early.
        long rows = _isLast ? encoder.RowsWritten : _pass.CountRows(encoder);
        return WriteLoop.ResultOf(encoder, rows, isComplete: _isLast && isRead);
    }

    // Ends a write that has failed; returns the exception to throw.
    private async ValueTask<Exception> FailAsync(Exception exception)
    {
        Exception failure = encoder.Stage == JsonRowStage.Unknown
            ? exception
            : (Exception?)RowFailure.CancellationOf(exception, sink, cancellationToken)
                ?? RowFailure.Create(exception, _pass, encoder, sink.Remains);
        if (failure is JsonRowException && encoder.Stage is JsonRowStage.Source or JsonRowStage.Value && encoder.KeepsCompleteRows)
            await Quietly.RunAsync(() =>
            {
                encoder.Commit();
                return sink.SaveAsync(cancellationToken);
            }).ConfigureAwait(false);
        await Quietly.RunAsync(_pass.DisposeAsync).ConfigureAwait(false);
        return failure;
    }
}
