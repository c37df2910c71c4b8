using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace RowJson.Tests;

/// <summary>A server on the loopback that receives bodies over one version of HTTP.</summary>
internal sealed class ReceivingServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private ReceivingServer(WebApplication app, HttpClient client) => (_app, Client) = (app, client);

    public HttpClient Client { get; }

    /// <summary>Starts a server whose body limits are off.</summary>
    public static async Task<ReceivingServer> StartAsync(string version, Action<WebApplication> map)
    {
        bool isHttp2 = version == "2.0";
        WebApplicationBuilder builder = LoopbackServer.CreateBuilder();
        builder.WebHost.UseUrls();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Limits.MaxRequestBodySize = null;
            kestrel.Limits.MinRequestBodyDataRate = null;
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = isHttp2 ? HttpProtocols.Http2 : HttpProtocols.Http1);
        });
        WebApplication app = builder.Build();
        map(app);
        HttpClient client = await LoopbackServer.StartAsync(app);
        client.DefaultRequestVersion = new Version(version);
        client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        return new ReceivingServer(app, client);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.DisposeAsync();
    }

    /// <summary>Reads a body to its end; whether that came.</summary>
    public static async Task<(byte[] Body, bool IsComplete)> ReadAsync(HttpRequest request)
    {
        var body = new MemoryStream();
        try
        {
            await request.Body.CopyToAsync(body);
            return (body.ToArray(), true);
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            return (body.ToArray(), false);
        }
    }
}
