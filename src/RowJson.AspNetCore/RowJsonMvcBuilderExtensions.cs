using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using RowJson.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Extension methods that write what actions of controllers return with RowJson.</summary>
public static class RowJsonMvcBuilderExtensions
{
    /// <summary>
    /// Writes the rows that actions return with RowJson: the same bytes, streamed, and JSON Lines for clients that ask for them. Everything
    /// else is written as before.
    /// </summary>
    /// <param name="builder"><c>services.AddControllers()</c>.</param>
    /// <returns>The builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    /// <remarks>The options are MVC's own: <c>AddJsonOptions</c>.</remarks>
    public static IMvcBuilder AddRowJson(this IMvcBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        AddFormatter(builder.Services);
        return builder;
    }

    /// <inheritdoc cref="AddRowJson(IMvcBuilder)"/>
    public static IMvcCoreBuilder AddRowJson(this IMvcCoreBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        AddFormatter(builder.Services);
        return builder;
    }

    private static void AddFormatter(IServiceCollection services) =>
        services.TryAddEnumerable(ServiceDescriptor.Transient<IPostConfigureOptions<MvcOptions>, RowJsonMvcSetup>());
}
