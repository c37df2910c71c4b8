using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.Timeouts;
using Microsoft.AspNetCore.HttpLogging;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>What is between the server and an endpoint: all that replaces the body, its writer or the token of the request.</summary>
public enum Middleware
{
    None,
    OutputCache,
    ResponseCaching,
    RequestTimeouts,
    Compression,
    HttpLogging,
    BufferInMemory,
    BufferInFile,
    OtherBody,
    OtherBodyWriter,
    TokenThatNobodyCancels,
    OutputCacheOverErrors,
    ResponseCachingOverErrors,
    CompressionOverErrors,
    TimeoutsOverErrors,
    OutputCacheOverCompression,
    CompressionOverOutputCache,
    OutputCacheOverTimeouts,
    TimeoutsOverOutputCache,
    BufferOverCompression,
}

/// <summary>Sets them up.</summary>
internal static class MiddlewareSetup
{
    /// <summary>No answer takes that long, however busy the machine is.</summary>
    private static readonly TimeSpan LongTimeout = TimeSpan.FromMinutes(5);

    /// <summary>For a request whose source waits for it: it may end at any time.</summary>
    private static readonly RequestTimeoutPolicy ShortTimeout = new() { Timeout = TimeSpan.FromSeconds(1) };

    public static void AddServices(IServiceCollection services)
    {
        services.AddProblemDetails();
        services.AddOutputCache(options =>
        {
            options.AddBasePolicy(policy => policy.Cache());
            options.MaximumBodySize = options.SizeLimit = 1L << 30;
        });
        services.AddResponseCaching();
        services.AddRequestTimeouts(options => options.DefaultPolicy = new RequestTimeoutPolicy { Timeout = LongTimeout });
        services.AddResponseCompression();
        services.AddHttpLogging(options => options.LoggingFields = HttpLoggingFields.All);
    }

    public static bool HasTimeouts(this Middleware middleware) =>
        middleware is Middleware.RequestTimeouts or Middleware.TimeoutsOverErrors or Middleware.TimeoutsOverOutputCache
            or Middleware.OutputCacheOverTimeouts;

    /// <summary>The timeout of this request is the short one.</summary>
    public static void ShortenTimeout(HttpContext context)
    {
        Endpoint endpoint = context.GetEndpoint()!;
        context.SetEndpoint(new Endpoint(endpoint.RequestDelegate, new([.. endpoint.Metadata, ShortTimeout]), endpoint.DisplayName));
    }

    /// <summary>Nothing leaves before the answer is complete.</summary>
    public static bool Buffers(this Middleware middleware) =>
        middleware is Middleware.BufferInMemory or Middleware.BufferInFile or Middleware.BufferOverCompression;

    public static void Use(this WebApplication app, Middleware middleware)
    {
        foreach (Middleware one in Parts(middleware)) UseOne(app, one);
        if (middleware is Middleware.OutputCacheOverErrors or Middleware.ResponseCachingOverErrors or Middleware.CompressionOverErrors
            or Middleware.TimeoutsOverErrors) app.UseExceptionHandler();
    }

    /// <summary>From the server to the endpoint.</summary>
    private static Middleware[] Parts(Middleware middleware) => middleware switch
    {
        Middleware.OutputCacheOverErrors => [Middleware.OutputCache],
        Middleware.ResponseCachingOverErrors => [Middleware.ResponseCaching],
        Middleware.CompressionOverErrors => [Middleware.Compression],
        Middleware.TimeoutsOverErrors => [Middleware.RequestTimeouts],
        Middleware.OutputCacheOverCompression => [Middleware.OutputCache, Middleware.Compression],
        Middleware.CompressionOverOutputCache => [Middleware.Compression, Middleware.OutputCache],
        Middleware.OutputCacheOverTimeouts => [Middleware.OutputCache, Middleware.RequestTimeouts],
        Middleware.TimeoutsOverOutputCache => [Middleware.RequestTimeouts, Middleware.OutputCache],
        Middleware.BufferOverCompression => [Middleware.BufferInMemory, Middleware.Compression],
        _ => [middleware],
    };

    private static void UseOne(WebApplication app, Middleware middleware)
    {
        switch (middleware)
        {
            case Middleware.None: break;
            case Middleware.OutputCache: app.UseOutputCache(); break;
            case Middleware.ResponseCaching:
                app.UseResponseCaching();
                app.Use((context, next) =>
                {
                    context.Response.Headers.CacheControl = "public, max-age=600";
                    return next();
                });
                break;
            case Middleware.RequestTimeouts: app.UseRequestTimeouts(); break;
            case Middleware.Compression: app.UseResponseCompression(); break;
            case Middleware.HttpLogging: app.UseHttpLogging(); break;
            case Middleware.BufferInMemory: app.Use(BufferInMemoryAsync); break;
            case Middleware.BufferInFile: app.Use(BufferInFileAsync); break;
            case Middleware.OtherBody: app.Use(ReplaceBodyAsync); break;
            case Middleware.OtherBodyWriter: app.Use(ReplaceBodyWriterAsync); break;
            case Middleware.TokenThatNobodyCancels:
                app.Use((context, next) =>
                {
                    context.RequestAborted = CancellationToken.None;
                    return next();
                });
                break;
            default: throw new ArgumentOutOfRangeException(nameof(middleware));
        }
    }

    private static async Task BufferInMemoryAsync(HttpContext context, Func<Task> next)
    {
        Stream server = context.Response.Body;
        using var buffer = new MemoryStream();
        context.Response.Body = buffer;
        try
        {
            await next();
            await context.Response.BodyWriter.FlushAsync();
        }
        finally
        {
            context.Response.Body = server;
        }
        context.Response.ContentLength = buffer.Length;
        await server.WriteAsync(buffer.GetBuffer().AsMemory(0, (int)buffer.Length));
    }

    private static async Task BufferInFileAsync(HttpContext context, Func<Task> next)
    {
        Stream server = context.Response.Body;
        await using var buffer = new FileBufferingWriteStream();
        context.Response.Body = buffer;
        try
        {
            await next();
            await context.Response.BodyWriter.FlushAsync();
        }
        finally
        {
            context.Response.Body = server;
        }
        await buffer.DrainBufferAsync(server);
    }

    private static async Task ReplaceBodyAsync(HttpContext context, Func<Task> next)
    {
        Stream server = context.Response.Body;
        context.Response.Body = new BufferedStream(server, 100_000);
        try
        {
            await next();
            await context.Response.Body.FlushAsync();
        }
        finally
        {
            context.Response.Body = server;
        }
    }

    private static async Task ReplaceBodyWriterAsync(HttpContext context, Func<Task> next)
    {
        IHttpResponseBodyFeature server = context.Features.GetRequiredFeature<IHttpResponseBodyFeature>();
        var other = new StreamResponseBodyFeature(server.Stream, server);
        context.Features.Set<IHttpResponseBodyFeature>(other);
        try
        {
            await next();
            await other.CompleteAsync();
        }
        finally
        {
            context.Features.Set(server);
        }
    }
}
