using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Primitives;

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

    /// <summary>An argument sees, sets and leaves the status code that the endpoint is reached with; middleware handles what it throws.</summary>
    [Theory]
    [InlineData("?status=200")]
    [InlineData("?status=404")]
    [InlineData("?status=500")]
    [InlineData("?status=200&set=409")]
    [InlineData("?status=400&set=409")]
    [InlineData("?status=404&set=409")]
    [InlineData("?status=404&set=200")]
    [InlineData("?status=400&throws")]
    [InlineData("?status=404&throws")]
    [InlineData("?status=400&set=409&throws")]
    public async Task Argument_endpointIsReachedWithAStatusCode_answersAsWithoutRowJson(string query)
    {
        await using Service service = await StartWithArgumentAsync();

        string expected = await Exchange.GetAsync(service.Http1, "/plain" + query);
        string actual = await Exchange.GetAsync(service.Http1, "/fast" + query);

        // What an argument sees of an incoming 400 is documented.
        bool isHidden = query.StartsWith("?status=400", StringComparison.Ordinal);
        actual.Should().Be(isHidden ? expected.Replace("\"seen\":400", "\"seen\":200", StringComparison.Ordinal) : expected);
    }

    [Fact]
    public async Task Argument_startsTheResponseAndThrows_itsExceptionIsSeen()
    {
        await using Service service = await StartWithArgumentAsync();

        string answer = await Exchange.GetAsync(service.Http1, "/fast?status=400&starts&throws");

        answer.Should().EndWith("\n\nTimeoutException 200");
    }

    private static Task<Service> StartWithArgumentAsync()
    {
        return Service.StartAsync(app =>
        {
            app.Use(async (context, next) =>
            {
                context.Response.StatusCode = int.Parse(context.Request.Query["status"]!, CultureInfo.InvariantCulture);
                try
                {
                    await next(context);
                }
                catch (Exception exception)
                {
                    await context.Response.WriteAsync($"{exception.GetType().Name} {context.Response.StatusCode}");
                }
            });
            // The middleware comes before the endpoint.
            app.UseRouting();
            app.MapGet("/plain", Answer);
            app.MapGet("/fast", Answer).WithRowJson();
        });

        static List<SeenStatus> Answer(SeenStatus argument, HttpContext context) => [argument, new(context.Response.StatusCode)];
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

    /// <summary>An argument that notes the response's status code, and then does what the query says.</summary>
    private sealed record SeenStatus(int Seen)
    {
        public static async ValueTask<SeenStatus?> BindAsync(HttpContext context)
        {
            var seen = new SeenStatus(context.Response.StatusCode);
            IQueryCollection query = context.Request.Query;
            if (query.TryGetValue("set", out StringValues status)) context.Response.StatusCode = int.Parse(status!, CultureInfo.InvariantCulture);
            if (query.ContainsKey("starts")) await context.Response.StartAsync();
            if (query.ContainsKey("throws")) throw new TimeoutException();
            return seen;
        }
    }

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
