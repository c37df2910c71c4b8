using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace RowJson.AspNetCore;

// The status code that a response has when its endpoint is reached: that of the failure which an error page is to show. Where an endpoint
// has filters, the framework takes it for an argument that could not be bound, and does not call the handler.
// It is hidden while arguments are bound, to tell one from the other. The handler sees it, and the framework's check another response.
internal sealed class HiddenStatus
{
    private readonly int _code;

    private HiddenStatus(int code) => _code = code;

    // Before arguments are bound.
    public static void Hide(HttpContext context)
    {
        if (context.Response.StatusCode < StatusCodes.Status400BadRequest || context.Response.HasStarted) return;
        context.Features.Set(new HiddenStatus(context.Response.StatusCode));
        context.Response.StatusCode = StatusCodes.Status200OK;
    }

    // After they are bound: what the handler is called with.
    public static EndpointFilterInvocationContext Show(EndpointFilterInvocationContext invocation)
    {
        HttpContext context = invocation.HttpContext;
        if (context.Features.Get<HiddenStatus>() is not { } incoming) return invocation;
        context.Features.Set<HiddenStatus>(null);
        if (context.Response.StatusCode != StatusCodes.Status200OK) return invocation;
        context.Response.StatusCode = incoming._code;
        return new Unchecked(invocation);
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
