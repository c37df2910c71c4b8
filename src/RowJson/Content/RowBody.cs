namespace RowJson;

// Rows that are pulled: by an HTTP client, or by the reader of a stream.
internal sealed class RowBody(RowSource source, JsonRowOptions? options)
{
    public JsonRowOptions Options { get; } = options ?? JsonRowOptions.Default;

    public bool CanBeReadAgain => source.CanBeReadAgain;

    // Refuses to block on a source that has to be awaited.
    public void RequireSynchronous()
    {
        if (source.IsAsync)
            throw new NotSupportedException(
                "The rows come from an asynchronous source, and nothing may block on it. Use SendAsync, ReadAsync or CopyToAsync.");
    }

    // Writes all rows; disposes of the sink.
    public Task<JsonRowResult> WriteAsync(IRowSink sink, CancellationToken cancellationToken) =>
        WriteLoop.WriteAsync(source, sink, Options, progress: null, cancellationToken);

    // Encodes synchronously, on the thread that asks for the next batch.
    public Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken) =>
        WriteLoop.WriteAsync(new BlockingRows(source), sink, Options, progress: null, cancellationToken);

    public void WriteTo(Stream stream)
    {
        using var sink = new StreamSink(stream, Options);
        WriteLoop.Write(source, sink, Options);
    }

    // A source that could be awaited as well, and is not.
    private sealed class BlockingRows(RowSource rows) : RowSource
    {
        public override RowSource For(JsonRowOptions options) => new BlockingRows(rows.For(options));

        public override RowRoot Root => rows.Root;

        public override JsonRowEnvelope? Envelope => rows.Envelope;

        public override IRowPass Open() => rows.Open();
    }
}
