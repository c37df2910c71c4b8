namespace RowJson;

/// <content>Rows that are pulled: by an HTTP client, or by the reader of a stream.</content>
public sealed partial class JsonRows
{
    /// <summary>The rows as the body of a request, which is encoded while it is sent.</summary>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <param name="compression">How the body is compressed. Default: no compression.</param>
    /// <returns>The content. Its headers can be set.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="compression"/> is not one of the enumeration's.</exception>
    /// <example><c>await client.PostAsync("/orders", JsonRows.From(orders).ToHttpContent());</c></example>
    public JsonRowContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new(RowBody.Of(Source, options), compression);

    /// <summary>The rows as a stream to read from, into which they are encoded while it is read: one batch of them is in memory.</summary>
    /// <remarks>
    /// <para>
    /// A read throws the <see cref="JsonRowException"/> of the source or of a value, after the complete rows before it have been read. The
    /// end of the stream means that all rows were written.
    /// </para>
    /// <para>Dispose of the stream if it is not read to its end: it then releases the source.</para>
    /// </remarks>
    /// <param name="options">How to write; <see cref="JsonRowOptions.Default"/> if null.</param>
    /// <returns>The stream. It cannot seek.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(RowBody.Of(Source, options));
}
