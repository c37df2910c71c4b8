using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace RowJson.AspNetCore;

/// <summary>
/// Takes over <see cref="JsonResult"/>, which no formatter writes: where its value holds rows, another one of the same properties answers.
/// Innermost of all filters: those of the application see the result that the action returns.
/// </summary>
internal sealed class RowJsonResultFilter : IResultFilter, IOrderedFilter
{
    public int Order => int.MaxValue;

    public void OnResultExecuting(ResultExecutingContext context)
    {
        // A class of the application's that derives from it has something to add.
        if (context.Result is not JsonResult { Value: { } value } result || result.GetType() != typeof(JsonResult)) return;
        IServiceProvider services = context.HttpContext.RequestServices;
        if (!IsFrameworks(services.GetService<IActionResultExecutor<JsonResult>>())) return;
        if (OptionsOf(result, services) is not { } options) return;
        var root = ValueRoot.Of(value, declaredType: null, options);
        int status = result.StatusCode ?? context.HttpContext.Response.StatusCode;
        if (!root.HoldsRows || !ResponseRows.HasBody(status)) return;
        if (ContentTypeOf(result, context.HttpContext.Response.ContentType) is { } contentType)
            context.Result = new RowJsonResult(result, root, contentType);
    }

    public void OnResultExecuted(ResultExecutedContext context)
    {
    }

    /// <summary>Another one, such as Newtonsoft's, is the application's decision.</summary>
    private static bool IsFrameworks(IActionResultExecutor<JsonResult>? executor) => executor?.GetType().Assembly == typeof(JsonResult).Assembly;

    /// <summary>Null: the framework refuses other settings.</summary>
    private static JsonSerializerOptions? OptionsOf(JsonResult result, IServiceProvider services) => result.SerializerSettings is null
        ? services.GetRequiredService<IOptions<JsonOptions>>().Value.JsonSerializerOptions
        : result.SerializerSettings as JsonSerializerOptions;

    /// <summary>Null for one of another encoding, in which the framework writes.</summary>
    private static string? ContentTypeOf(JsonResult result, string? ofResponse)
    {
        string? given = result.ContentType ?? (string.IsNullOrEmpty(ofResponse) ? null : ofResponse);
        if (given is null) return RowMediaType.JsonContentType;
        Encoding? encoding = MediaType.GetEncoding(given);
        return encoding is null || encoding.WebName == Encoding.UTF8.WebName ? given : null;
    }

    private sealed class RowJsonResult : JsonResult
    {
        private readonly ValueRoot _root;
        private readonly string _contentType;

        public RowJsonResult(JsonResult result, ValueRoot root, string contentType)
            : base(result.Value, result.SerializerSettings)
        {
            (ContentType, StatusCode) = (result.ContentType, result.StatusCode);
            (_root, _contentType) = (root, contentType);
        }

        public override Task ExecuteResultAsync(ActionContext context)
        {
            if (StatusCode is { } status) context.HttpContext.Response.StatusCode = status;
            return ResponseRows.WriteAsync(context.HttpContext, _contentType, _root.Write(JsonRowFormat.Array));
        }
    }
}
