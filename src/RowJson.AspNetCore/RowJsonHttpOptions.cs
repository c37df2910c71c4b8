using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

/// <summary>Options for rows in responses: <c>services.Configure&lt;RowJsonHttpOptions&gt;(…)</c>.</summary>
public sealed class RowJsonHttpOptions
{
    /// <summary>Creates options with the default values.</summary>
    public RowJsonHttpOptions() => Cache = new RowOptionsCache(this);

    /// <summary>
    /// Whether a client that accepts none of the media types receives <see cref="StatusCodes.Status406NotAcceptable"/>. Default:
    /// <see langword="false"/>, and it gets <c>application/json</c>.
    /// </summary>
    public bool ReturnNotAcceptable { get; set; }

    /// <summary>
    /// Readers for the rows of databases: the first one that can read a result is used. Default: none.
    /// </summary>
    /// <remarks>
    /// They apply to all commands, readers and queries that endpoints and controllers respond with, unless the options of a result have
    /// their own <see cref="JsonRowOptions.RowReaders"/>. <see cref="JsonRows"/> inside another value are read by the provider's getters.
    /// Add row readers at start-up.
    /// </remarks>
    /// <example>
    /// <c>services.Configure&lt;RowJsonHttpOptions&gt;(options => options.RowReaders.Add(NpgsqlRowReader.Instance))</c>
    /// </example>
    public IList<DbRowReader> RowReaders { get; } = [];

    // The options made for this application's rows.
    internal RowOptionsCache Cache { get; }

    // Options that name no row readers get the application's.
    internal bool AddsRowReadersTo(JsonRowOptions options) => options.RowReaders.Count == 0 && RowReaders.Count > 0;
}
