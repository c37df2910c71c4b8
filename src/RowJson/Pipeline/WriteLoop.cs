namespace RowJson;

// The write loop: batches from a source through an encoder to a sink.
internal static partial class WriteLoop
{
    // Writes to a sink, which its owner disposes.
    public static JsonRowResult Write<TSink>(
        RowSource source, TSink sink, JsonRowOptions options, IProgress<JsonRowProgress>? progress = null)
        where TSink : IRowSink
    {
        EncodingScope.RefuseNested(sink.Receiver);
        return WritePrepared(source.For(options), sink, options, progress);
    }

    // Writes one value to a writer, which need not be empty.
    public static JsonRowResult Write(RowSource source, Utf8JsonWriter writer, JsonRowOptions options)
    {
        Utf8JsonWriterSink.Check(writer, options);
        EncodingScope.RefuseNested(writer);
        source = source.For(options);
        long before = Utf8JsonWriterSink.LengthOf(writer);
        JsonRowResult result;
        if (source.Root != RowRoot.Rows)
        {
            source.Outline.Require(options);
            try
            {
                result = new JsonRowResult { Rows = source.WriteSingleValue(writer, options), IsComplete = true };
            }
            catch (EnvelopeFailedException exception)
            {
                throw RowFailure.Create(exception, hasOutput: true);
            }
            // If no value may appear here, the writer refuses before it writes a byte: that is its caller's mistake, not the value's.
            catch (Exception exception) when (exception is not JsonRowException && Utf8JsonWriterSink.LengthOf(writer) > before)
            {
                throw RowFailure.CreateOfSingleValue(exception, row: source.Root == RowRoot.SingleValue ? 0 : -1);
            }
        }
        else
        {
            using var sink = new Utf8JsonWriterSink(writer, options) { IsExclusive = true };
            result = WritePrepared(source, sink, options);
        }
        return result with { Bytes = Utf8JsonWriterSink.LengthOf(writer) - before };
    }

    // Writes a source that is as these options want it, to a sink that no write of this thread is using.
    private static JsonRowResult WritePrepared<TSink>(
        RowSource source, TSink sink, JsonRowOptions options, IProgress<JsonRowProgress>? progress = null)
        where TSink : IRowSink
    {
        RowOutline outline = source.Outline;
        outline.Require(options);
        RowContext context = sink.ContextFor(options);
        RowEncoder encoder = context.Rent();
        try
        {
            sink.Open(encoder, outline);
            Run(source.Open(), encoder, sink, progress);
            sink.Complete();
            return new JsonRowResult
            {
                Rows = encoder.RowsWritten,
                Bytes = encoder.BytesWritten,
                IsComplete = true,
                ReplacedCells = encoder.ReplacedCells,
            };
        }
        catch (EnvelopeFailedException exception)
        {
            throw RowFailure.Create(exception, encoder.KeepsCompleteRows);
        }
        finally
        {
            context.Return(encoder);
        }
    }

    private static void Run<TSink>(IRowPass pass, RowEncoder encoder, TSink sink, IProgress<JsonRowProgress>? progress)
        where TSink : IRowSink
    {
        try
        {
            IRowPass? next;
            do
            {
                using (new EncodingScope(encoder)) next = pass.EncodeBatch(encoder);
                if (next is null) Complete(pass, encoder);
                else pass = next;
                encoder.Stage = JsonRowStage.Sink;
                encoder.Commit();
                sink.Send();
                encoder.Stage = JsonRowStage.Unknown;
                if (progress is not null) Report(progress, pass, encoder);
                encoder.Stage = JsonRowStage.Value;
            }
            while (next is not null);
        }
        catch (Exception exception)
        {
            // Where the caller's own code has failed, its exception passes as it is. A synchronous write cannot be cancelled: a
            // cancellation is a failure of the source's, a value's or the sink's.
            JsonRowException? failure = encoder.Stage == JsonRowStage.Unknown ? null : RowFailure.Create(exception, pass, encoder);
            if (encoder.Stage is JsonRowStage.Source or JsonRowStage.Value && encoder.KeepsCompleteRows) SaveCompleteRows(encoder, sink);
            Quietly.Run(pass.Dispose);
            if (failure is null) throw;
            throw failure;
        }
        pass.Dispose();
    }

    private static void Complete(IAsyncRowPass pass, RowEncoder encoder)
    {
        if (encoder.NeedsColumns) pass.DescribeColumns(encoder);
        encoder.Complete();
    }

    private static void Report(IProgress<JsonRowProgress> progress, IAsyncRowPass pass, RowEncoder encoder) =>
        progress.Report(new JsonRowProgress { Rows = pass.EstimateRows(encoder), Bytes = encoder.BytesWritten });

    // Sends the rows before a failure, if the sink has some already.
    private static void SaveCompleteRows<TSink>(RowEncoder encoder, TSink sink)
        where TSink : IRowSink => Quietly.Run(() =>
        {
            encoder.Commit();
            sink.Send();
        });
}
