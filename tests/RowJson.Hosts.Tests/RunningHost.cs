using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.Hosts.Tests;

/// <summary>A Kestrel server on a free port of this machine, with a client.</summary>
internal sealed class RunningHost : IAsyncDisposable
{
    private readonly WebApplication _application;

    private RunningHost(WebApplication application, Uri address)
    {
        _application = application;
        Client = new HttpClient { BaseAddress = address };
    }

    public HttpClient Client { get; }

    public static async Task<RunningHost> StartAsync(Action<WebApplicationBuilder> services, Action<WebApplication> endpoints)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        services(builder);
        WebApplication application = builder.Build();
        endpoints(application);
        await application.StartAsync();
        string address = application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        return new RunningHost(application, new Uri(address));
    }

    /// <summary>The answer to a posted text: its status and its bytes.</summary>
    public async Task<(int Status, string Body)> PostAsync(string path, string json)
    {
        using var content = new StringContent(json, System.Text.Encoding.UTF8, "application/json");
        using HttpResponseMessage response = await Client.PostAsync(new Uri(path, UriKind.Relative), content);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _application.DisposeAsync();
    }
}
