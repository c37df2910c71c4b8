using System.Data.Common;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace RowJson.AspNetCore;

// The body of a response: the only place that writes it, and that decides what becomes of a failure. Every failure passes on as an
// exception, so that middleware between here and the server, such as a cache, does not take a part for a complete body. What has been sent
// already is cut off: the connection is aborted.
internal static class ResponseRows
{
    // A server takes milliseconds; the limit is for middleware that sets a token which nobody cancels.
    private static readonly TimeSpan LongestAbort = TimeSpan.FromSeconds(2);

    // Whether an answer of this status code may have a body: the server refuses to write one for others.
    public static bool HasBody(int status) => status is not (< 200 or StatusCodes.Status204NoContent
        or StatusCodes.Status205ResetContent or StatusCodes.Status304NotModified);

    // Sets the content type and writes the body, where there is one. The caller sets the status code.
    // context: the request and its response.
    // contentType: the body's.
    // write: writes the rows.
    // Returns true if all rows have been read; false where the response has none to send, such as one to HEAD, or one that reports an
    // unknown column.
    // Throws OperationCanceledException: the request was aborted: its client has left, or it timed out.
    public static async Task<bool> WriteAsync(HttpContext context, string contentType, BodyWrite write)
    {
        if (!HasBody(context.Response.StatusCode)) return false;
        context.Response.ContentType = contentType;
        // Rows that the client may not get are not read from their source, either. Values get the same headers as for GET.
        if (HttpMethods.IsHead(context.Request.Method) && !write.IsValue) return false;
        if (write.IsLive) context.Features.Get<IHttpResponseBodyFeature>()?.DisableBuffering();
        // Read now: middleware replaces the token when the request is over.
        CancellationToken aborted = context.RequestAborted;
        using var body = new ResponseBodyWriter(context.Response.BodyWriter);
        long start = Stopwatch.GetTimestamp();
        try
        {
            JsonRowResult result = await write.ToAsync(body, aborted).ConfigureAwait(false);
            if (!result.IsComplete || body.HasLostItsReader)
                throw new OperationCanceledException("The client has left before the end of the response.", aborted);
            RowMetrics.Completed(result.Rows, body.BytesWritten, start);
            return true;
        }
        catch (JsonRowException exception) when (exception.InnerException is UnknownColumnException && !context.Response.HasStarted)
        {
            // The column comes from JsonRowOptions.WithColumns, and so from the request: its client is told.
            await Results.Problem(exception.InnerException.Message, statusCode: StatusCodes.Status400BadRequest)
                .ExecuteAsync(context).ConfigureAwait(false);
            return false;
        }
        catch (Exception exception)
        {
            // Whatever fails once the request was aborted fails because of it: the flush, the source that was cancelled.
            bool isAborted = aborted.IsCancellationRequested || body.HasLostItsReader;
            bool isCutOff = context.Response.HasStarted;
            if (!isAborted && !isCutOff && write.IsNotAcceptable(exception)) return Refuse(context.Response);
            Report(context, write, exception, isAborted, body.BytesWritten, start);
            if (isCutOff) await CutOffAsync(context).ConfigureAwait(false);
            if (isAborted) await UntilCancelledAsync(aborted).ConfigureAwait(false);
            if (isAborted && exception is not OperationCanceledException)
                throw new OperationCanceledException(exception.Message, exception, aborted);
            Exception failure = write.FailureOf(exception);
            if (isCutOff && !isAborted && failure is IOException or OperationCanceledException) failure = AsRowFailure(exception);
            if (!ReferenceEquals(failure, exception)) ExceptionDispatchInfo.Throw(failure);
            throw;
        }
    }

    // A flush can show that the client has left before the server cancels the request's token. Error handlers look at the token: an
    // exception that arrives earlier is logged as a failure of the application.
    private static async Task UntilCancelledAsync(CancellationToken aborted)
    {
        if (aborted.CanBeCanceled) await Task.Delay(LongestAbort, aborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    // The client has asked for a format that the rows cannot have, and nothing of it has been sent.
    private static bool Refuse(HttpResponse response)
    {
        response.ContentType = null;
        response.StatusCode = StatusCodes.Status406NotAcceptable;
        return false;
    }

    // If the connection is aborted, the server takes exceptions of these types to mean that the client has left: it would neither log the
    // failure nor raise its event nor measure it.
    private static JsonRowException AsRowFailure(Exception exception) => exception as JsonRowException
        ?? new JsonRowException($"The body could not be completed: {ExceptionText.MessageOf(exception)}", exception);

    // Ends what has been sent already. Middleware that keeps a copy of the body, such as a cache, gives it up when a flush fails: it may
    // never see the exception, which other middleware handles on the way.
    private static async Task CutOffAsync(HttpContext context)
    {
        context.Abort();
        try
        {
            await context.Response.Body.FlushAsync(new CancellationToken(canceled: true)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
        }
    }

    private static void Report(
        HttpContext context, BodyWrite write, Exception exception, bool isAborted, long bytes, long start)
    {
        if (isAborted)
        {
            RowMetrics.Aborted(bytes, start);
            RowLog.RequestAborted(LoggerOf(context), bytes);
        }
        else
        {
            RowMetrics.Failed(exception, bytes, start);
            if (context.Response.HasStarted) RowLog.Failed(LoggerOf(context), write.Type, exception, bytes);
        }
    }

    // Releases what a result has taken over, in order; what fails here does not harm the answer.
    // context: the request.
    // resources: the resources.
    // isComplete: all rows have been read. If not, commands are cancelled first: a provider may read the rest of a result when its reader
    // closes.
    public static async ValueTask DisposeAsync(HttpContext context, List<IDisposable> resources, bool isComplete)
    {
        if (!isComplete)
            foreach (DbCommand command in resources.OfType<DbCommand>())
                await CancelAsync(context, command, resources).ConfigureAwait(false);
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

    private static async ValueTask CancelAsync(HttpContext context, DbCommand command, List<IDisposable> resources)
    {
        try
        {
            command.Cancel();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            var reader = (DbDataReader?)resources.Find(it => it is DbDataReader);
            // The command of a data source refuses to cancel.
            if (exception is not NotSupportedException || reader is null)
                RowLog.DisposeFailed(LoggerOf(context), exception, command.GetType());
            if (reader is not null) await CommandExecution.CancelRowsAsync(reader).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static ILogger LoggerOf(HttpContext context) =>
        context.RequestServices?.GetService<ILoggerFactory>()?.CreateLogger(RowLog.Category) ?? NullLogger.Instance;
}
