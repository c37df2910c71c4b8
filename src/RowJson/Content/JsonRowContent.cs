using System.Net;
using System.Net.Http.Headers;

namespace RowJson;

/// <summary>
/// Rows as the body of a request: they are read and encoded while the body is sent, and one batch of them is in memory.
/// Made by <see cref="JsonRows.ToHttpContent"/>.
/// </summary>
/// <remarks>
/// <para>
/// <c>Content-Type</c> is <c>application/json</c>, or <c>application/jsonl</c> for lines, with the parameter <c>rows</c> for compact rows
/// (<c>rows=arrays</c>); set <see cref="HttpContent.Headers"/> to send another one, such as <c>application/x-ndjson</c>. No length is
/// announced: HTTP/1.1 sends the body in chunks.
/// </para>
/// <para>
/// A failure of the source or of a value ends the request with its <see cref="JsonRowException"/>, which the client may wrap, and the
/// connection or stream is aborted: the server never sees the end of the body.
/// </para>
/// <para>
/// A redirect or a retry sends the body once more. Lists, documents, tables and views can be sent again. For any other source, such as a
/// reader or a lazy sequence, the second attempt is an <see cref="InvalidOperationException"/>.
/// </para>
/// </remarks>
public sealed class JsonRowContent : HttpContent
{
    private readonly RowBody _rows;
    private readonly JsonRowCompression _compression;
    private int _isRead;

    internal JsonRowContent(RowBody rows, JsonRowCompression compression)
    {
        (_rows, _compression) = (rows, compression);
        Headers.ContentType = ContentTypeOf(rows.Options.Framing);
        string? encoding = compression switch
        {
            JsonRowCompression.None => null,
            JsonRowCompression.Gzip => "gzip",
            JsonRowCompression.Brotli => "br",
            _ => throw new ArgumentOutOfRangeException(nameof(compression), compression, "Use a value of JsonRowCompression."),
        };
        if (encoding is not null) Headers.ContentEncoding.Add(encoding);
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The source can be read once, and has been read.</exception>
    /// <exception cref="JsonRowException">The source, a value or the connection failed.</exception>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        BeginRead();
        return _compression == JsonRowCompression.None
            ? _rows.WriteAsync(new StreamSink(stream, _rows.Options), cancellationToken)
            : CompressedBody.WriteAsync(stream, _compression, _rows, cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The source can be read once, and has been read.</exception>
    /// <exception cref="JsonRowException">The source, a value or the connection failed.</exception>
    /// <exception cref="NotSupportedException">The source is asynchronous: send it asynchronously.</exception>
    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        _rows.RequireSynchronous();
        BeginRead();
        if (_compression == JsonRowCompression.None) _rows.WriteTo(stream);
        else CompressedBody.Write(stream, _compression, _rows);
    }

    /// <inheritdoc/>
    protected override Task<Stream> CreateContentReadStreamAsync()
    {
        if (_compression != JsonRowCompression.None) return base.CreateContentReadStreamAsync();
        BeginRead();
        return Task.FromResult<Stream>(new RowReadStream(_rows));
    }

    /// <inheritdoc/>
    protected override Stream CreateContentReadStream(CancellationToken cancellationToken)
    {
        if (_compression != JsonRowCompression.None) return base.CreateContentReadStream(cancellationToken);
        BeginRead();
        return new RowReadStream(_rows);
    }

    /// <summary>The length is not known before the rows are read.</summary>
    /// <param name="length">Not set.</param>
    /// <returns><see langword="false"/>.</returns>
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
