namespace RowJson;

// The write loop: batches from a source through an encoder to a sink.
internal static class WriteLoop
{
    // A synchronous write leaves nothing pending: the sink need not be disposed of.
    public static JsonRowResult Write<TSink>(
        RowSource source, TSink sink, JsonRowOptions? options, IProgress<JsonRowProgress>? progress = null)
        where TSink : IRowSink
    {
        options ??= JsonRowOptions.Default;
        ref RowEncoder? innermost = ref EncodingScope.RefuseNested(sink.Receiver);
        source = source.For(options);
        SourceInfo sourceInfo = source.Info;
        sourceInfo.Require(options);
        RowContext context = sink.ContextFor(options);
        RowEncoder encoder = context.Rent();
        try
        {
            sink.Open(encoder, sourceInfo);
            using var scope = new EncodingScope(encoder, ref innermost);
            Run(source.Open(), encoder, sink, progress);
            return ResultOf(encoder, encoder.RowsWritten, isComplete: true);
        }
        catch (EnvelopeFailedException exception)
        {
            throw RowFailure.Create(exception, hasOutput: true); // a Utf8JsonWriter has the beginning of the object
        }
        finally
        {
            context.Return(encoder);
        }
    }

    // Writes to a writer, which need not be empty.
    public static JsonRowResult Write(RowSource source, Utf8JsonWriter writer, JsonRowOptions options)
    {
        Utf8JsonWriterSink sink = Utf8JsonWriterSink.Of(writer, options, isExclusive: true);
        long before = Utf8JsonWriterSink.LengthOf(writer);
        return Write(source, sink, options) with { Bytes = Utf8JsonWriterSink.LengthOf(writer) - before };
    }

    private static void Run<TSink>(IRowPass pass, RowEncoder encoder, TSink sink, IProgress<JsonRowProgress>? progress)
        where TSink : IRowSink
    {
        try
        {
            IRowPass? next;
            do
            {
                next = pass.EncodeBatch(encoder);
                if (next is null) Complete(pass, encoder);
                else pass = next;
                encoder.Stage = JsonRowStage.Sink;
                encoder.Commit();
                sink.Send();
                if (next is null) sink.Complete();
                encoder.Stage = JsonRowStage.Unknown;
                if (progress is not null) Report(progress, pass, encoder);
                encoder.Stage = JsonRowStage.Value;
            }
            while (next is not null);
        }
        catch (Exception exception)
        {
            // The exception of the caller's own code (the progress) is rethrown unchanged. A synchronous write cannot be cancelled: an
            // OperationCanceledException is a failure of the source, a value or the sink.
            JsonRowException? failure =
                encoder.Stage == JsonRowStage.Unknown ? null : RowFailure.Create(exception, pass, encoder, sink.Remains);
            if (encoder.Stage is JsonRowStage.Source or JsonRowStage.Value && encoder.KeepsCompleteRows) SaveCompleteRows(encoder, sink);
            Quietly.Run(pass.Dispose);
            if (failure is null) throw;
            throw failure;
        }
        pass.Dispose();
    }

    public static void Complete(IAsyncRowPass pass, RowEncoder encoder)
    {
        if (encoder.NeedsColumns) pass.DescribeColumns(encoder);
        encoder.Complete();
    }

    public static JsonRowResult ResultOf(RowEncoder encoder, long rows, bool isComplete) => new()
    {
        Rows = rows,
        Bytes = encoder.BytesWritten,
        IsComplete = isComplete,
        ReplacedCells = encoder.ReplacedCells,
    };

    public static void Report(IProgress<JsonRowProgress> progress, IAsyncRowPass pass, RowEncoder encoder) =>
        progress.Report(new JsonRowProgress { Rows = pass.EstimateRows(encoder), Bytes = encoder.BytesWritten });

    // Sends the complete rows before a failure.
    private static void SaveCompleteRows<TSink>(RowEncoder encoder, TSink sink)
        where TSink : IRowSink => Quietly.Run(() =>
        {
            encoder.Commit();
            sink.Send();
        });
}
