using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace RowJson.AspNetCore;

/// <summary>A streamed response of rows of one declared type, which OpenAPI documents describe.</summary>
/// <typeparam name="T">The declared type of the rows.</typeparam>
public sealed class RowsHttpResult<T> : IResult, IContentTypeHttpResult, IStatusCodeHttpResult, IEndpointMetadataProvider
{
    private readonly RowsHttpResult _result;

    internal RowsHttpResult(RowsHttpResult result) => _result = result;

    /// <inheritdoc cref="RowsHttpResult.ContentType"/>
    public string? ContentType => _result.ContentType;

    /// <inheritdoc cref="RowsHttpResult.StatusCode"/>
    public int? StatusCode
    {
        get => _result.StatusCode;
        set => _result.StatusCode = value;
    }

    /// <inheritdoc cref="RowsHttpResult.Disposing"/>
    public RowsHttpResult<T> Disposing(params IDisposable[] resources)
    {
        _result.Disposing(resources);
        return this;
    }

    /// <inheritdoc cref="RowsHttpResult.ExecuteAsync"/>
    public Task ExecuteAsync(HttpContext httpContext) => _result.ExecuteAsync(httpContext);

    // Adds the response: an array of the rows' type.
    // method: the handler.
    // builder: the endpoint.
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        RowsMetadata.Add(builder, typeof(IEnumerable<T>));
}
