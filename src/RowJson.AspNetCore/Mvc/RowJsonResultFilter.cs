using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore;

// Takes over JsonResult, which no formatter writes: where its value holds rows, another one with the same properties answers. It runs after
// most filters: those of the application see the result that the action returns. A filter that runs later still may change it.
internal sealed class RowJsonResultFilter : IResultFilter, IOrderedFilter
{
    public int Order => int.MaxValue;

    public void OnResultExecuting(ResultExecutingContext context)
    {
        // A class of the application's that derives from it has something to add.
        if (context.Result is not JsonResult result || result.GetType() != typeof(JsonResult)) return;
        if (!IsFrameworks(context.HttpContext.RequestServices.GetService<IActionResultExecutor<JsonResult>>())) return;
        if (BodyOf(result, context.HttpContext) is not null) context.Result = new RowJsonResult(result);
    }

    public void OnResultExecuted(ResultExecutedContext context)
    {
    }

    // Another one, such as Newtonsoft's, is the application's decision.
    private static bool IsFrameworks(IActionResultExecutor<JsonResult>? executor) => executor?.GetType().Assembly == typeof(JsonResult).Assembly;

    // The value and its content type; null where the framework is to write the body: no rows, or another encoding.
    private static (BodyValue Root, string ContentType)? BodyOf(JsonResult result, HttpContext context)
    {
        if (result.Value is not { } value || OptionsOf(result, context.RequestServices) is not { } options) return null;
        var root = BodyValue.Of(value, declaredType: null, options);
        if (!root.HoldsRows || !ResponseRows.HasBody(result.StatusCode ?? context.Response.StatusCode)) return null;
        return ContentTypeOf(result, context.Response.ContentType) is { } contentType ? (root, contentType) : null;
    }

    // Null for other settings, which the framework refuses.
    private static JsonSerializerOptions? OptionsOf(JsonResult result, IServiceProvider services) => result.SerializerSettings is null
        ? services.GetRequiredService<IOptions<JsonOptions>>().Value.JsonSerializerOptions
        : result.SerializerSettings as JsonSerializerOptions;

    // Null for a content type with another encoding, in which the framework writes.
    private static string? ContentTypeOf(JsonResult result, string? ofResponse)
    {
        string? given = result.ContentType ?? (string.IsNullOrEmpty(ofResponse) ? null : ofResponse);
        if (given is null) return RowMediaType.JsonContentType;
        Encoding? encoding = MediaType.GetEncoding(given);
        return encoding is null || encoding.WebName == Encoding.UTF8.WebName ? given : null;
    }

    private sealed class RowJsonResult : JsonResult
    {
        public RowJsonResult(JsonResult result)
            : base(result.Value, result.SerializerSettings) =>
            (ContentType, StatusCode) = (result.ContentType, result.StatusCode);

        public override Task ExecuteResultAsync(ActionContext context)
        {
            if (BodyOf(this, context.HttpContext) is not { } body) return base.ExecuteResultAsync(context);
            if (StatusCode is { } status) context.HttpContext.Response.StatusCode = status;
            return ResponseRows.WriteAsync(context.HttpContext, body.ContentType, body.Root.Write(context.HttpContext, JsonRowFormat.Array));
        }
    }
}
