using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

/// <summary>Options for rows in responses: <c>services.Configure&lt;RowJsonHttpOptions&gt;(…)</c>.</summary>
public sealed class RowJsonHttpOptions
{
    /// <summary>
    /// Whether a client that accepts none of the media types receives <see cref="StatusCodes.Status406NotAcceptable"/>. Default:
    /// <see langword="false"/>, and it gets <c>application/json</c>.
    /// </summary>
    public bool ReturnNotAcceptable { get; set; }
}
