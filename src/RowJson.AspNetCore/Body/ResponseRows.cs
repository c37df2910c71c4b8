using System.Data.Common;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace RowJson.AspNetCore;

/// <summary>
/// The body of a response: the only place that writes it, and that decides what becomes of a failure. Before the first byte it is the
/// application's: the exception passes. After that the connection is aborted, so that no client takes a part for the whole.
/// </summary>
internal static class ResponseRows
{
    /// <summary>Whether an answer of this status code may have a body: the server refuses to write one for others.</summary>
    public static bool HasBody(int status) => status is not (< 200 or StatusCodes.Status204NoContent
        or StatusCodes.Status205ResetContent or StatusCodes.Status304NotModified);

    /// <summary>Sets the content type and writes the body, where there is one. The status code is the caller's.</summary>
    /// <param name="context">The request and its response.</param>
    /// <param name="contentType">The body's.</param>
    /// <param name="write">Writes the rows.</param>
    /// <returns>Whether the body is complete.</returns>
    public static async Task<bool> WriteAsync(HttpContext context, string contentType, BodyWrite write)
    {
        if (!HasBody(context.Response.StatusCode)) return false;
        context.Response.ContentType = contentType;
        // What the client may not get is not read from the source, either.
        if (HttpMethods.IsHead(context.Request.Method)) return false;
        if (write.IsLive) context.Features.Get<IHttpResponseBodyFeature>()?.DisableBuffering();
        var body = new CountingPipeWriter(context.Response.BodyWriter);
        long start = Stopwatch.GetTimestamp();
        try
        {
            JsonRowResult result = await write.ToAsync(body, context.RequestAborted).ConfigureAwait(false);
            bool isComplete = result.IsComplete && !body.HasLostItsReader;
            if (isComplete) RowMetrics.Completed(result.Rows, body.BytesWritten, start);
            else ClientLeft(context, body, start);
            return isComplete;
        }
        catch (Exception) when (context.RequestAborted.IsCancellationRequested)
        {
            // Whatever fails once the client has left fails because of it: the flush, the source that was cancelled.
            ClientLeft(context, body, start);
            return false;
        }
        catch (Exception exception)
        {
            RowMetrics.Failed(exception, body.BytesWritten, start);
            if (!body.HasBegun && !context.Response.HasStarted)
            {
                if (write.IsValue && exception is JsonRowException { InnerException: { } own }) ExceptionDispatchInfo.Throw(own);
                throw;
            }
            RowLog.Failed(LoggerOf(context), exception, body.BytesWritten);
            context.Abort();
            return false;
        }
    }

    /// <summary>Releases what a result has taken over, in order; what fails here does not harm the answer.</summary>
    /// <param name="context">The request.</param>
    /// <param name="resources">The resources.</param>
    /// <param name="isComplete">
    /// All rows have been read. Else commands are cancelled first: a provider may read all that is left of a result when its reader closes.
    /// </param>
    public static async ValueTask DisposeAsync(HttpContext context, List<IDisposable> resources, bool isComplete)
    {
        if (!isComplete)
            foreach (DbCommand command in resources.OfType<DbCommand>()) Cancel(context, command);
        foreach (IDisposable resource in resources)
        {
            try
            {
                if (resource is IAsyncDisposable asyncResource) await asyncResource.DisposeAsync().ConfigureAwait(false);
                else resource.Dispose();
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                RowLog.DisposeFailed(LoggerOf(context), exception, resource.GetType());
            }
        }
    }

    private static void Cancel(HttpContext context, DbCommand command)
    {
        try
        {
            command.Cancel();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            RowLog.DisposeFailed(LoggerOf(context), exception, command.GetType());
        }
    }

    private static void ClientLeft(HttpContext context, CountingPipeWriter body, long start)
    {
        RowMetrics.Aborted(body.BytesWritten, start);
        RowLog.ClientLeft(LoggerOf(context), body.BytesWritten);
    }

    private static ILogger LoggerOf(HttpContext context) =>
        context.RequestServices?.GetService<ILoggerFactory>()?.CreateLogger(RowLog.Category) ?? NullLogger.Instance;
}
