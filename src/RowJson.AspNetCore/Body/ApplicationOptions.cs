using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore;

/// <summary>The application's own options: <c>ConfigureHttpJsonOptions</c>.</summary>
internal static class ApplicationOptions
{
    private static readonly JsonOptions Default = new();

    public static JsonSerializerOptions Of(HttpContext context) => Of(context.RequestServices);

    public static JsonSerializerOptions Of(IServiceProvider? services) =>
        (services?.GetService<IOptions<JsonOptions>>()?.Value ?? Default).SerializerOptions;
}
