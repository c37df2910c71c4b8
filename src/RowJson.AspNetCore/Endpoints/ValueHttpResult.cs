using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

// Answers with a value as the framework would, and streams the rows in it.
internal sealed class ValueHttpResult : IResult
{
    private readonly ReturnedValue _value;

    private ValueHttpResult(ReturnedValue value) => _value = value;

    // The result; null where the framework's own is to answer: no rows, or a status code that has no body.
    public static ValueHttpResult? For(ReturnedValue? value, HttpContext context) =>
        value is { } known && ResponseRows.HasBody(known.StatusCode ?? context.Response.StatusCode) && known.Root.HoldsRows
            ? new ValueHttpResult(known)
            : null;

    public Task ExecuteAsync(HttpContext httpContext)
    {
        if (_value.StatusCode is { } status) httpContext.Response.StatusCode = status;
        return ResponseRows.WriteAsync(httpContext, _value.ContentType, _value.Root.Write(httpContext, JsonRowFormat.Array));
    }
}
