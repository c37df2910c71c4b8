using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace RowJson.Tests;

/// <summary>An ASP.NET Core application on a free port of the loopback.</summary>
internal static class LoopbackServer
{
    public static WebApplicationBuilder CreateBuilder()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        return builder;
    }

    /// <summary>Starts the application; the client sends its requests there.</summary>
    public static async Task<HttpClient> StartAsync(WebApplication app)
    {
        await app.StartAsync();
        return new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = new Uri(app.Urls.Single()) };
    }
}
