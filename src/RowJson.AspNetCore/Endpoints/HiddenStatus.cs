using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace RowJson.AspNetCore;

// The status code 400 that a response has when its endpoint is reached: that of the failure which an error page is to show. Where an
// endpoint has filters, the framework sets 400 if an argument could not be bound, and calls no handler for a status code of failure.
// An incoming 400 is hidden while arguments are bound, to tell one from the other. The handler sees it, and the framework's check sees
// another response.
internal sealed class HiddenStatus
{
    private static readonly HiddenStatus Mark = new();

    // Calls an endpoint, which binds its arguments first.
    public static Task InvokeAsync(HttpContext context, RequestDelegate endpoint) =>
        context.Response is { StatusCode: StatusCodes.Status400BadRequest, HasStarted: false }
            ? InvokeHiddenAsync(context, endpoint)
            : endpoint(context);

    // Called after arguments are bound: returns what the handler is called with.
    public static EndpointFilterInvocationContext Show(EndpointFilterInvocationContext invocation)
    {
        bool isIncoming = Restore(invocation.HttpContext);
        int status = invocation.HttpContext.Response.StatusCode;
        bool isBound = isIncoming || status != StatusCodes.Status400BadRequest;
        return isBound && status >= StatusCodes.Status400BadRequest ? new Unchecked(invocation) : invocation;
    }

    private static async Task InvokeHiddenAsync(HttpContext context, RequestDelegate endpoint)
    {
        context.Features.Set(Mark);
        context.Response.StatusCode = StatusCodes.Status200OK;
        try
        {
            await endpoint(context).ConfigureAwait(false);
        }
        finally
        {
            // The filter was not reached if binding has thrown.
            Restore(context);
        }
    }

    // Returns true if the response has the incoming status code again; false if none was hidden, or binding has set another.
    private static bool Restore(HttpContext context)
    {
        if (context.Features.Get<HiddenStatus>() is null) return false;
        context.Features.Set<HiddenStatus>(null);
        if (context.Response.HasStarted || context.Response.StatusCode != StatusCodes.Status200OK) return false;
        context.Response.StatusCode = StatusCodes.Status400BadRequest;
        return true;
    }

    // An invocation whose response has not failed. The handler's arguments are those of the real one.
    private sealed class Unchecked(EndpointFilterInvocationContext real) : EndpointFilterInvocationContext
    {
        public override HttpContext HttpContext { get; } = WithoutStatus(real.HttpContext);

        public override IList<object?> Arguments => real.Arguments;

        public override T GetArgument<T>(int index) => real.GetArgument<T>(index);

        private static DefaultHttpContext WithoutStatus(HttpContext context)
        {
            var features = new FeatureCollection(context.Features);
            features.Set<IHttpResponseFeature>(new HttpResponseFeature());
            return new DefaultHttpContext(features);
        }
    }
}
