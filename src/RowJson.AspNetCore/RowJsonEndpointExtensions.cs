using System.ComponentModel;
using RowJson;
using RowJson.AspNetCore;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Extension methods that write what existing endpoints return with RowJson.</summary>
public static class RowJsonEndpointExtensions
{
    private const string OfControllers = "It leaves actions alone. Call it on the services: builder.Services.AddControllers().AddRowJson().";
    private const string OfApplication =
        "Map the endpoints on a group, and call it on that: app.MapGroup(\"\").WithRowJson(). For controllers: AddControllers().AddRowJson().";

    /// <summary>
    /// Writes the rows that the handlers of these endpoints return with RowJson: the same bytes, streamed. Everything else is written as
    /// before.
    /// </summary>
    /// <typeparam name="TBuilder">An endpoint, or a group of them.</typeparam>
    /// <param name="builder">The endpoints: <c>app.MapGroup("/api")</c>, or one.</param>
    /// <returns>The endpoints.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    /// <remarks>
    /// It takes over lists, other sequences and asynchronous sequences of objects or dictionaries, <c>DataTable</c>, documents, objects
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

    /// <summary>Not supported: actions are written by <c>AddControllers().AddRowJson()</c>.</summary>
    /// <param name="builder">The actions.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete(OfControllers, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static ControllerActionEndpointConventionBuilder WithRowJson(this ControllerActionEndpointConventionBuilder builder) =>
        throw new NotSupportedException(OfControllers);

    /// <summary>Not supported: an application has no conventions for its endpoints, but a group of them does.</summary>
    /// <param name="app">The application.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    [Obsolete(OfApplication, error: true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static WebApplication WithRowJson(this WebApplication app) => throw new NotSupportedException(OfApplication);

    /// <summary>Excludes these endpoints from <see cref="WithRowJson{TBuilder}(TBuilder)"/> of a group that they are in.</summary>
    /// <typeparam name="TBuilder">An endpoint, or a group of them.</typeparam>
    /// <param name="builder">The endpoints.</param>
    /// <returns>The endpoints.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static TBuilder WithoutRowJson<TBuilder>(this TBuilder builder)
        where TBuilder : IEndpointConventionBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        // Conventions of a group run before those of its endpoints, and those of an endpoint run in their order.
        builder.Add(RowJsonFilter.Remove);
        return builder;
    }
}
