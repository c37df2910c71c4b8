namespace RowJson;

/// <content>Rows that are pulled: by an HTTP client, or by the reader of a stream.</content>
public sealed partial class AsyncJsonRows
{
    /// <inheritdoc cref="JsonRows.ToHttpContent"/>
    public JsonRowContent ToHttpContent(JsonRowOptions? options = null, JsonRowCompression compression = JsonRowCompression.None) =>
        new(RowBody.Of(Source, options), compression);

    /// <inheritdoc cref="JsonRows.AsStream"/>
    /// <returns>The stream. It cannot seek, and can only be read asynchronously.</returns>
    public Stream AsStream(JsonRowOptions? options = null) => new RowReadStream(RowBody.Of(Source, options));
}
