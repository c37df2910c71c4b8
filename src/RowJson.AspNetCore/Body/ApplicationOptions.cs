using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore;

// The application's own options: ConfigureHttpJsonOptions.
internal static class ApplicationOptions
{
    private static readonly JsonOptions Default = new();
    private static readonly RowJsonHttpOptions DefaultOfRows = new();

    public static JsonSerializerOptions Of(HttpContext context) => Of(context.RequestServices);

    public static JsonSerializerOptions Of(IServiceProvider? services) =>
        (services?.GetService<IOptions<JsonOptions>>()?.Value ?? Default).SerializerOptions;

    public static RowJsonHttpOptions OfRows(HttpContext context) =>
        context.RequestServices?.GetService<IOptions<RowJsonHttpOptions>>()?.Value ?? DefaultOfRows;
}
