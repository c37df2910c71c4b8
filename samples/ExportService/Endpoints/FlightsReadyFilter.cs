using ExportService.Flights;

namespace ExportService.Endpoints;

/// <summary>
/// Answers 503 until the first flights are there, a moment after the first start. From then on a query sees those that have been
/// committed.
/// </summary>
public sealed class FlightsReadyFilter(FillProgress progress) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        if (progress.Rows > 0) return await next(context);
        context.HttpContext.Response.Headers.RetryAfter = "1";
        return Results.Problem("The table is being created.", statusCode: StatusCodes.Status503ServiceUnavailable);
    }
}
