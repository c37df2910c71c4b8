using Microsoft.AspNetCore.Http;

namespace RowJson.AspNetCore;

/// <summary>Takes over what a handler has returned, where it holds rows.</summary>
internal static class RowJsonFilter
{
    public static EndpointFilterDelegate Over(EndpointFilterDelegate next) => async context =>
    {
        object? result = await next(context).ConfigureAwait(false);
        return IsOn(context.HttpContext) ? Take(result, context.HttpContext) : result;
    };

    private static bool IsOn(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<RowJsonMetadata>() is { IsOn: true };

    /// <summary>The result that writes the rows; the same where there are none.</summary>
    private static object? Take(object? result, HttpContext context)
    {
        object? inner = result;
        while (inner is INestedHttpResult nested) inner = nested.Result;
        return inner switch
        {
            JsonRows rows => new RowsHttpResult(rows, options: null),
            AsyncJsonRows rows => new RowsHttpResult(rows, options: null),
            IResult known => ValueHttpResult.For(ReturnedValue.Of(known, context), context) ?? result,
            null or string => result,
            _ => ValueHttpResult.For(new ReturnedValue(ValueRoot.Of(inner, declaredType: null, ApplicationOptions.Of(context))), context)
                ?? result,
        };
    }
}
