namespace RowJson;

/// <content>Rows that somebody else reads: an HTTP client, or the reader of a stream.</content>
public sealed partial class AsyncJsonRows
{
    /// <inheritdoc cref="JsonRows.ToHttpContent"/>
    public JsonRowContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new(RowBody.Of(Source, options), compression);

    /// <inheritdoc cref="JsonRows.AsStream"/>
    /// <returns>The stream. It cannot seek, and can only be read asynchronously.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(RowBody.Of(Source, options));
}
