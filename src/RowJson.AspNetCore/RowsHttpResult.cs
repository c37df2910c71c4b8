using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace RowJson.AspNetCore;

/// <summary>A response whose body is rows, streamed. Made by <c>Results.Extensions.Rows(…)</c>.</summary>
/// <remarks>
/// The body is an array, JSON Lines, a text sequence or compact rows, as the client's Accept header asks, unless
/// <see cref="JsonRowOptions.Format"/> is set. A failure before the first byte is an exception, and the application's error handling
/// answers; after that the connection is aborted, so that clients see that the answer is incomplete. A column that
/// <see cref="JsonRowOptions.WithColumns"/> names and the rows do not have is answered with 400 and problem details.
/// </remarks>
public sealed class RowsHttpResult : IResult, IContentTypeHttpResult, IStatusCodeHttpResult, IEndpointMetadataProvider
{
    private readonly object _rows;
    private readonly bool _isOneDocument;
    private readonly JsonRowOptions? _options;
    private List<IDisposable>? _resources;

    internal RowsHttpResult(JsonRows rows, JsonRowOptions? options)
        : this(rows, rows is { IsInEnvelope: true }, options)
    {
    }

    internal RowsHttpResult(AsyncJsonRows rows, JsonRowOptions? options)
        : this(rows, rows is { IsInEnvelope: true }, options)
    {
    }

    private RowsHttpResult(object rows, bool isOneDocument, JsonRowOptions? options)
    {
        ArgumentNullException.ThrowIfNull(rows);
        _rows = rows;
        _isOneDocument = isOneDocument;
        _options = options;
    }

    /// <summary>The content type, where it does not depend on the client; null where it is negotiated.</summary>
    public string? ContentType => _options?.Format is { } format ? RowMediaType.Of(format).ContentType : null;

    /// <summary>
    /// The status code of the response. Default: null, which leaves the response's as it is: 200, unless the application sets another.
    /// </summary>
    public int? StatusCode { get; set; }

    /// <summary>Passes resources that the result disposes of after the write, whether that succeeds, fails or is aborted.</summary>
    /// <param name="resources">
    /// The resources, in the order in which they are disposed of: a reader, its command.
    /// </param>
    /// <returns>This result.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="resources"/> or one of them is null.</exception>
    /// <example><c>Results.Extensions.Rows(reader).Disposing(reader, command)</c></example>
    /// <remarks>
    /// The result disposes of them when it is executed, also for HEAD requests and status codes without a body. A result that is never
    /// executed, because a filter of the application answers in its place, disposes of nothing. For that case, and for what is opened
    /// before a query that may fail, use <see cref="HttpResponse.RegisterForDisposeAsync"/>.
    /// </remarks>
    public RowsHttpResult Disposing(params IDisposable[] resources)
    {
        ArgumentNullException.ThrowIfNull(resources);
        foreach (IDisposable resource in resources) ArgumentNullException.ThrowIfNull(resource, nameof(resources));
        (_resources ??= []).AddRange(resources);
        return this;
    }

    /// <summary>Writes the response.</summary>
    /// <param name="httpContext">The request and its response.</param>
    /// <returns>A task that ends with the response.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="httpContext"/> is null.</exception>
    /// <exception cref="JsonRowException">The rows failed before the first byte.</exception>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        bool isComplete = false;
        try
        {
            if (Negotiate(httpContext) is not { } type)
            {
                httpContext.Response.StatusCode = StatusCodes.Status406NotAcceptable;
                return;
            }
            if (StatusCode is { } status) httpContext.Response.StatusCode = status;
            JsonRowFormat format = type.Format == JsonRowFormat.Array ? _options?.Format ?? type.Format : type.Format;
            JsonRowOptions options = ApplicationOptions.OfRows(httpContext).Cache.For(_options, ApplicationOptions.Of(httpContext), format);
            var write = new BodyWrite(_rows, options) { IsNegotiated = _options?.Format is null };
            isComplete = await ResponseRows.WriteAsync(httpContext, type.ContentType, write).ConfigureAwait(false);
        }
        finally
        {
            if (_resources is not null) await ResponseRows.DisposeAsync(httpContext, _resources, isComplete).ConfigureAwait(false);
        }
    }

    // Adds the response without a type: what the rows are is not known.
    // method: the handler.
    // builder: the endpoint.
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        RowsMetadata.Add(builder, rowsType: null);

    private RowMediaType? Negotiate(HttpContext context)
    {
        if (_options?.Format is { } format) return RowMediaType.Of(format);
        RowMediaType? type = RowNegotiator.Choose(
            context.Request.Headers.Accept, _isOneDocument ? RowMediaType.JsonOnly : RowMediaType.All);
        if (type is null && !ApplicationOptions.OfRows(context).ReturnNotAcceptable)
            type = RowMediaType.Json;
        RowsMetadata.VaryByAccept(context, isForAll: type?.Format is JsonRowFormat.Array);
        return type;
    }
}
