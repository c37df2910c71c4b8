using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>Result filters that run after RowJson's: what they make of a <see cref="JsonResult"/> is the answer.</summary>
public sealed class LateResultFilterTests
{
    public static TheoryData<string> Changes => ["nothing", "value", "rows", "no-value", "type", "encoding", "status", "no-body", "settings", "header"];

    [Theory]
    [MemberData(nameof(Changes))]
    public async Task JsonResult_changedByALaterFilter_answersAsWithoutRowJson(string change)
    {
        await using Service plain = await StartAsync(withRowJson: false);
        await using Service fast = await StartAsync(withRowJson: true);
        string expected = await Exchange.GetAsync(plain.Http1, $"late/{change}");

        string actual = await Exchange.GetAsync(fast.Http1, $"late/{change}");

        actual.Should().Be(expected).And.StartWith("20");
        actual.Contains("Customer", StringComparison.Ordinal).Should().Be(change is not ("value" or "rows" or "no-value" or "no-body"));
    }

    private static Task<Service> StartAsync(bool withRowJson) => Service.StartAsync(app => app.MapControllers(), builder =>
    {
        IMvcBuilder mvc = builder.Services.AddControllers().AddApplicationPart(typeof(LateController).Assembly);
        if (withRowJson) mvc.AddRowJson();
    });
}

/// <summary>An action whose result is changed at the last moment.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
public sealed class LateController : ControllerBase
{
    [HttpGet("late/{change}")]
    [Late]
    public IActionResult Get(string change) => new JsonResult(Rows.Orders(3));

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class LateAttribute : Attribute, IResultFilter, IOrderedFilter
    {
        /// <summary>The same as RowJson's, which is added for all actions and so comes first.</summary>
        public int Order => int.MaxValue;

        public void OnResultExecuting(ResultExecutingContext context)
        {
            var result = (JsonResult)context.Result;
            switch (context.RouteData.Values["change"])
            {
                case "value": result.Value = new { redacted = true }; break;
                case "rows": result.Value = new[] { new { redacted = true } }; break;
                case "no-value": result.Value = null; break;
                case "type": result.ContentType = "application/vnd.orders+json"; break;
                case "encoding": result.ContentType = "application/json; charset=utf-16"; break;
                case "status": result.StatusCode = StatusCodes.Status202Accepted; break;
                case "no-body": result.StatusCode = StatusCodes.Status204NoContent; break;
                case "settings": result.SerializerSettings = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseUpper }; break;
                case "header": context.HttpContext.Response.Headers.ETag = "\"v1\""; break;
            }
        }

        public void OnResultExecuted(ResultExecutedContext context)
        {
        }
    }
}
