namespace RowJson;

/// <summary>The write loop: batches from a source through an encoder to a sink.</summary>
internal static partial class WriteLoop
{
    /// <summary>Writes to a sink, which its owner disposes.</summary>
    public static long Write<TSink>(JsonRows source, TSink sink, JsonRowOptions options)
        where TSink : IRowSink
    {
        EncodingScope.RefuseNested(sink.Receiver);
        RowRoot root = source.Root;
        EncodingContext context = sink.ContextFor(options);
        RowEncoder encoder = context.Rent();
        try
        {
            sink.Open(encoder, root, source.Identity);
            long rows = Run(RowRanges.Over(source.Open(), encoder), encoder, sink);
            sink.Complete();
            return rows;
        }
        finally
        {
            context.Return(encoder);
        }
    }

    private static long Run<TSink>(IRowPass pass, RowEncoder encoder, TSink sink)
        where TSink : IRowSink
    {
        bool inSink = false;
        try
        {
            IRowPass? next;
            do
            {
                using (new EncodingScope(encoder)) next = pass.EncodeBatch(encoder);
                if (next is null) encoder.Complete();
                else pass = next;
                inSink = true;
                encoder.Commit();
                sink.Send();
                inSink = false;
            }
            while (next is not null);
        }
        catch (Exception exception)
        {
            // A synchronous write cannot be cancelled: a cancellation is a failure of the source's, a value's or the sink's.
            inSink |= encoder.SinkFailed;
            JsonRowException failure = RowFailure.Create(exception, pass, encoder, inSink);
            if (!inSink) SaveCompleteRows(encoder, sink);
            DisposeQuietly(pass);
            throw failure;
        }
        pass.Dispose();
        return encoder.RowsWritten;
    }

    /// <summary>The rows before a failure still go out. A sink that fails as well has nothing to add to the first failure.</summary>
    private static void SaveCompleteRows<TSink>(RowEncoder encoder, TSink sink)
        where TSink : IRowSink
    {
        try
        {
            encoder.Commit();
            sink.Send();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    /// <summary>A source that fails once more when it is released has nothing to add, either.</summary>
    private static void DisposeQuietly(IRowPass pass)
    {
        try
        {
            pass.Dispose();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }
}
