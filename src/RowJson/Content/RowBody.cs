namespace RowJson;

// Rows that are pulled: by an HTTP client, or by the reader of a stream.
internal abstract class RowBody(JsonRowOptions options)
{
    public JsonRowOptions Options => options;

    public abstract bool CanBeReadAgain { get; }

    // Refuses to block on a source that has to be awaited.
    public virtual void RequireSynchronous()
    {
    }

    // Writes all rows; disposes of the sink.
    public abstract Task<JsonRowResult> WriteAsync(IRowSink sink, CancellationToken cancellationToken);

    // Encodes synchronously, on the thread that asks for the next batch.
    public abstract Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken);

    public abstract void WriteTo(Stream stream);

    public static RowBody Of(RowSource source, JsonRowOptions? options) => new Synchronous(source, options ?? JsonRowOptions.Default);

    public static RowBody Of(AsyncRowSource source, JsonRowOptions? options) => new Asynchronous(source, options ?? JsonRowOptions.Default);

    private sealed class Synchronous(RowSource source, JsonRowOptions options) : RowBody(options)
    {
        public override bool CanBeReadAgain => source.CanBeReadAgain;

        public override Task<JsonRowResult> WriteAsync(IRowSink sink, CancellationToken cancellationToken) =>
            WriteLoop.WriteAsync(source, sink, Options, progress: null, cancellationToken);

        public override Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken) =>
            WriteLoop.WriteAsync(new BlockingRows(source), sink, Options, progress: null, cancellationToken);

        public override void WriteTo(Stream stream)
        {
            using var sink = new StreamSink(stream, Options);
            WriteLoop.Write(source, sink, Options);
        }
    }

    private sealed class Asynchronous(AsyncRowSource source, JsonRowOptions options) : RowBody(options)
    {
        public override bool CanBeReadAgain => false;

        public override Task<JsonRowResult> WriteAsync(IRowSink sink, CancellationToken cancellationToken) =>
            WriteLoop.WriteAsync(source, sink, Options, progress: null, cancellationToken);

        public override void RequireSynchronous() => throw new NotSupportedException(
            "The rows come from an asynchronous source, and nothing may block on it. Use SendAsync, ReadAsync or CopyToAsync.");

        public override Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken) => throw new UnreachableException();

        public override void WriteTo(Stream stream) => throw new UnreachableException();
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
