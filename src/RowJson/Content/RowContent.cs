using System.Net;
using System.Net.Http.Headers;

namespace RowJson;

// Rows as the body of a request: they are read and encoded while the body is sent.
internal sealed class RowContent : HttpContent
{
    private readonly RowSource _rows;
    private readonly JsonRowOptions _options;
    private readonly JsonRowCompression _compression;
    private int _isRead;

    public RowContent(RowSource rows, JsonRowOptions options, JsonRowCompression compression)
    {
        (_rows, _options, _compression) = (rows, options, compression);
        Headers.ContentType = ContentTypeOf(options.Framing);
        string? encoding = compression switch
        {
            JsonRowCompression.None => null,
            JsonRowCompression.Gzip => "gzip",
            JsonRowCompression.Brotli => "br",
            _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
        };
        if (encoding is not null) Headers.ContentEncoding.Add(encoding);
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        BeginRead();
        return AsyncWrite.Run(_rows, new StreamSink(stream, _compression), _options, progress: null, cancellationToken);
    }

    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        RowReadStream.RequireSynchronous(_rows);
        BeginRead();
        WriteLoop.Write(_rows, new StreamSink(stream, _compression), _options);
    }

    protected override Task<Stream> CreateContentReadStreamAsync() =>
        _compression == JsonRowCompression.None ? Task.FromResult<Stream>(OpenStream()) : base.CreateContentReadStreamAsync();

    protected override Stream CreateContentReadStream(CancellationToken cancellationToken) =>
        _compression == JsonRowCompression.None ? OpenStream() : base.CreateContentReadStream(cancellationToken);

    private RowReadStream OpenStream()
    {
        BeginRead();
        return new RowReadStream(_rows, _options);
    }

    // The length is not known before the rows are read.
    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }

    private static MediaTypeHeaderValue ContentTypeOf(JsonRowFormat format) => MediaTypeHeaderValue.Parse(format switch
    {
        JsonRowFormat.Lines => "application/jsonl",
        JsonRowFormat.CompactLines => "application/jsonl; rows=arrays",
        JsonRowFormat.TextSequence => "application/json-seq",
        JsonRowFormat.CompactRows => "application/json; charset=utf-8; rows=arrays",
        JsonRowFormat.CompactColumns => "application/json; charset=utf-8; rows=columns",
        _ => "application/json; charset=utf-8",
    });

    private void BeginRead()
    {
        if (Interlocked.Exchange(ref _isRead, 1) == 0 || _rows.CanBeReadAgain) return;
        throw new InvalidOperationException(
            "The rows have been read already, and their source can be read once. For a redirect or a retry, pass a list, a document or a "
            + "table, or make a new content for each attempt; to send once only, set AllowAutoRedirect of the handler to false.");
    }
}
