using RowJson;
using RowJson.AspNetCore;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Extension methods that write what existing endpoints return with RowJson.</summary>
public static class RowJsonEndpointExtensions
{
    /// <summary>
    /// Writes the rows that the handlers of these endpoints return with RowJson: the same bytes, streamed. Everything else is written as
    /// before.
    /// </summary>
    /// <typeparam name="TBuilder">An endpoint, or a group of them.</typeparam>
    /// <param name="builder">The endpoints: <c>app.MapGroup("/api")</c>, or one.</param>
    /// <returns>The endpoints.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    /// <remarks>
    /// Taken over are lists, other sequences and asynchronous sequences of objects or dictionaries, <c>DataTable</c>, documents, objects
    /// that hold such lists, and <see cref="JsonRows"/>; returned as they are, or by <c>Results.Json</c>, <c>TypedResults.Ok</c> and other
    /// results that set a status code. Status codes, content type and the OpenAPI document stay as they are; filters see what they see
    /// without RowJson. Actions of controllers are left alone: <c>AddControllers().AddRowJson()</c> is for them.
    /// </remarks>
    public static TBuilder WithRowJson<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(RowJsonFilter.Add);
        return builder;
    }

    /// <summary>Excludes these endpoints from <see cref="WithRowJson"/> of a group that they are in.</summary>
    /// <typeparam name="TBuilder">An endpoint, or a group of them.</typeparam>
    /// <param name="builder">The endpoints.</param>
    /// <returns>The endpoints.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static TBuilder WithoutRowJson<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        // Conventions of a group come before those of its endpoints, and those of an endpoint in their order.
        builder.Add(RowJsonFilter.Remove);
        return builder;
    }
}
