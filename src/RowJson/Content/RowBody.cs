using System.Diagnostics;

namespace RowJson;

/// <summary>Rows that are pulled: by an HTTP client, or by the reader of a stream.</summary>
internal abstract class RowBody(JsonRowOptions options)
{
    /// <summary>How they are written.</summary>
    public JsonRowOptions Options => options;

    /// <summary>A second read gives the same rows.</summary>
    public abstract bool CanBeReadAgain { get; }

    /// <summary>Refuses to block on a source that has to be awaited.</summary>
    public virtual void RequireSynchronous()
    {
    }

    /// <summary>Writes all rows; disposes of the sink.</summary>
    public abstract Task WriteAsync(IRowSink sink, CancellationToken cancellationToken);

    /// <summary>Encodes synchronously, on the thread that asks for the next batch.</summary>
    public abstract Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken);

    /// <summary>Writes all rows to a stream.</summary>
    public abstract void WriteTo(Stream stream);

    /// <summary>Rows of a source that need not be awaited.</summary>
    public static RowBody Of(RowSource source, JsonRowOptions? options) => new Synchronous(source, options ?? JsonRowOptions.Default);

    /// <summary>Rows of a source that has to be awaited.</summary>
    public static RowBody Of(AsyncRowSource source, JsonRowOptions? options) => new Asynchronous(source, options ?? JsonRowOptions.Default);

    private sealed class Synchronous(RowSource source, JsonRowOptions options) : RowBody(options)
    {
        public override bool CanBeReadAgain => source.CanBeReadAgain;

        public override Task WriteAsync(IRowSink sink, CancellationToken cancellationToken) =>
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

        public override Task WriteAsync(IRowSink sink, CancellationToken cancellationToken) =>
            WriteLoop.WriteAsync(source, sink, Options, progress: null, cancellationToken);

        public override void RequireSynchronous() => throw new NotSupportedException(
            "The rows come from an asynchronous source, and nothing may block on it. Use SendAsync, ReadAsync or CopyToAsync.");

        public override Task WriteBlocking(IRowSink sink, CancellationToken cancellationToken) => throw new UnreachableException();

        public override void WriteTo(Stream stream) => throw new UnreachableException();
    }

    /// <summary>A source that could be awaited as well, and is not.</summary>
    private sealed class BlockingRows(RowSource rows) : RowSource
    {
        public override RowSource For(JsonRowOptions options) => new BlockingRows(rows.For(options));

        public override RowRoot Root => rows.Root;

        public override object? Identity => rows.Identity;

        public override JsonRowEnvelope? Envelope => rows.Envelope;

        public override IRowPass Open() => rows.Open();
    }
}
