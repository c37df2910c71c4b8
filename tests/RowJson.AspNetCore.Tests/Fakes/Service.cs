using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

/// <summary>A real server on loopback, with a port for HTTP/1.1 and one for HTTP/2 without TLS.</summary>
internal sealed class Service : IAsyncDisposable
{
    private readonly WebApplication _app;

    private Service(WebApplication app, ListLoggerProvider logs)
    {
        _app = app;
        Logs = logs;
        string[] addresses = [.. app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses];
        Http1 = Client(addresses[0], HttpVersion.Version11);
        Http2 = Client(addresses[1], HttpVersion.Version20);
    }

    public HttpClient Http1 { get; }

    public HttpClient Http2 { get; }

    public ListLoggerProvider Logs { get; }

    public static async Task<Service> StartAsync(Action<WebApplication> map, Action<WebApplicationBuilder>? configure = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        var logs = new ListLoggerProvider();
        builder.Logging.ClearProviders().AddProvider(logs).SetMinimumLevel(LogLevel.Debug);
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http1);
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2);
            kestrel.Limits.MinResponseDataRate = null;
        });
        configure?.Invoke(builder);
        WebApplication app = builder.Build();
        map(app);
        await app.StartAsync();
        return new Service(app, logs);
    }

    /// <summary>The generator of validations takes one call in a project.</summary>
    public static void AddValidation(WebApplicationBuilder builder) => builder.Services.AddValidation();

    public HttpClient Client(bool http2) => http2 ? Http2 : Http1;

    /// <summary>The entries of our own category.</summary>
    public IEnumerable<LogEntry> RowLogs => Logs.Entries.Where(entry => entry.Category == "RowJson.AspNetCore");

    public async ValueTask DisposeAsync()
    {
        Http1.Dispose();
        Http2.Dispose();
        await _app.StopAsync(new CancellationToken(canceled: true));
        await _app.DisposeAsync();
    }

    private static HttpClient Client(string address, Version version) => new()
    {
        BaseAddress = new Uri(address),
        DefaultRequestVersion = version,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Timeout = TimeSpan.FromSeconds(60),
    };
}

internal sealed record LogEntry(string Category, LogLevel Level, EventId Id, string Message, Exception? Exception);

internal sealed class ListLoggerProvider : ILoggerProvider
{
    public ConcurrentQueue<LogEntry> Entries { get; } = [];

    public ILogger CreateLogger(string categoryName) => new ListLogger(this, categoryName);

    public void Dispose()
    {
    }

    private sealed class ListLogger(ListLoggerProvider owner, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            owner.Entries.Enqueue(new LogEntry(category, logLevel, eventId, formatter(state, exception), exception));
    }
}
