using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http.Metadata;

namespace RowJson.AspNetCore;

/// <summary>A response whose body is rows of one type, which OpenAPI documents show.</summary>
/// <typeparam name="T">What the rows are declared as.</typeparam>
public sealed class RowsHttpResult<T> : RowsHttpResult, IEndpointMetadataProvider
{
    internal RowsHttpResult(JsonRows rows, JsonRowOptions? options)
        : base(rows, options)
    {
    }

    internal RowsHttpResult(AsyncJsonRows rows, JsonRowOptions? options)
        : base(rows, options)
    {
    }

    /// <inheritdoc cref="RowsHttpResult.Disposing"/>
    public new RowsHttpResult<T> Disposing(params IDisposable[] resources)
    {
        base.Disposing(resources);
        return this;
    }

    /// <summary>Adds the response: an array of the rows' type.</summary>
    /// <param name="method">The handler.</param>
    /// <param name="builder">The endpoint.</param>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        RowsMetadata.Add(builder, typeof(IEnumerable<T>));
}
