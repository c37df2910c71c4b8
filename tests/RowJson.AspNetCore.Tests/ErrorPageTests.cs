using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;

namespace RowJson.AspNetCore.Tests;

/// <summary>Pages that show a failure are endpoints like others, and are reached with the failure's status code.</summary>
public sealed class ErrorPageTests
{
    private static readonly string[] Failures =
    [
        "/throws", "/status/400", "/status/404", "/status/422", "/status/500", "/missing", "/bound?id=x", "/rows", "/rejected",
    ];

    public static TheoryData<string> Pages =>
    [
        "/error/rows", "/error/object", "/error/json", "/error/ok", "/error/list", "/error/page", "/error/text", "/error/result", "/error/async",
        "/error/status/{0}", "/error/required/{0}", "/error/bound", "/error/own", "/error/filtered/rows", "/error/body",
    ];

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task ErrorPage_withRowJson_answersAsWithoutIt(string page)
    {
        await using Service plain = await StartAsync(page, withRowJson: false);
        await using Service fast = await StartAsync(page, withRowJson: true);
        foreach (string path in Failures)
        {
            string expected = await Exchange.GetAsync(plain.Http1, path);

            string actual = await Exchange.GetAsync(fast.Http1, path);

            actual.Should().Be(expected, path);
            if (page is "/error/rows" && path is not "/rows") expected.Should().Contain("customer", path);
        }
    }

    private static Task<Service> StartAsync(string page, bool withRowJson) => Service.StartAsync(app =>
    {
        app.UseExceptionHandler(page.Replace("{0}", "500", StringComparison.Ordinal));
        app.UseStatusCodePagesWithReExecute(page);
        app.Use((context, next) =>
        {
            if (context.Request.Path == "/rejected") context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return next(context);
        });
        app.MapGet("/throws", string () => throw new TimeoutException());
        app.MapGet("/status/{code}", (int code) => Results.StatusCode(code));
        RouteGroupBuilder group = app.MapGroup("");
        if (withRowJson) group.WithRowJson();
        group.MapGet("/bound", (int id) => Rows.Orders(id));
        group.MapGet("/rows", () => Rows.Orders(3));
        group.MapGet("/rejected", () => Rows.Orders(2));
        RouteGroupBuilder pages = group.MapGroup("/error");
        pages.MapGet("/rows", () => Rows.Orders(2));
        pages.MapGet("/object", object (HttpContext context) => new { status = context.Response.StatusCode, rows = Rows.Orders(2) });
        pages.MapGet("/json", (HttpResponse response) => Results.Json(Rows.Orders(2), statusCode: response.StatusCode));
        pages.MapGet("/ok", (HttpContext context) => TypedResults.Ok(Rows.Orders(context.Response.StatusCode / 100)));
        pages.MapGet("/list", (HttpContext context) => new List<Failure> { Failure.Of(context) });
        pages.MapGet("/page", (HttpContext context) => new FailurePage(context.Response.StatusCode, [Failure.Of(context)]));
        pages.MapGet("/text", (HttpContext context) => $"failed: {context.Response.StatusCode}");
        pages.MapGet("/result", IResult () => Results.Problem());
        pages.MapGet("/async", async (HttpContext context, CancellationToken cancellationToken) =>
        {
            await Task.Delay(1, cancellationToken);
            return new List<Failure> { Failure.Of(context) };
        });
        pages.MapGet("/status/{code:int}", (int code, HttpContext context) => new List<Failure> { Failure.Of(context) with { Code = code } });
        pages.MapGet("/required/{code}", (int code, int other, HttpContext context) => new List<Failure> { Failure.Of(context) });
        pages.MapGet("/bound", (int id, HttpContext context) => new List<Failure> { Failure.Of(context) });
        pages.MapGet("/own", (Bound bound, HttpContext context) => new List<Failure> { Failure.Of(context) });
        pages.MapGet("/body", (HttpContext context, [FromBody] Order? order = null) => new List<Failure> { Failure.Of(context) });
        pages.MapGroup("/filtered").AddEndpointFilter((context, next) => next(context)).MapGet("/rows", () => Rows.Orders(2));
    });

    private sealed record Failure(int Status, string? Path, int Code)
    {
        public static Failure Of(HttpContext context) => new(
            context.Response.StatusCode,
            context.Features.Get<IExceptionHandlerPathFeature>()?.Path ?? context.Features.Get<IStatusCodeReExecuteFeature>()?.OriginalPath,
            0);
    }

    private sealed record FailurePage(int Status, List<Failure> Failures);

    /// <summary>An argument that sets a status code itself.</summary>
    private sealed class Bound
    {
        public static ValueTask<Bound?> BindAsync(HttpContext context)
        {
            if (context.Request.Query.ContainsKey("id")) context.Response.StatusCode = StatusCodes.Status409Conflict;
            return ValueTask.FromResult<Bound?>(new Bound());
        }
    }
}
