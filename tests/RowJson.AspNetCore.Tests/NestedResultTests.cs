using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace RowJson.AspNetCore.Tests;

/// <summary>Results of the application's around others: what they add to the response stays.</summary>
public sealed class NestedResultTests
{
    private static readonly IReadOnlyDictionary<string, Delegate> Handlers = new Dictionary<string, Delegate>
    {
        ["result"] = IResult () => new Tagged(Results.Json(Rows.Orders(3))),
        ["declared"] = () => new Tagged(TypedResults.Ok(Rows.Orders(3))),
        ["generic"] = () => new TaggedOf<Ok<List<Order>>>(TypedResults.Ok(Rows.Orders(3))),
        ["object"] = object () => new Tagged(Results.Ok(Rows.Orders(3))),
        ["union"] = Results<TaggedOf<Ok<List<Order>>>, NotFound> () => new TaggedOf<Ok<List<Order>>>(TypedResults.Ok(Rows.Orders(3))),
        ["twice"] = IResult () => new Tagged(new Tagged(Results.Ok(Rows.Orders(3)))),
        ["around-union"] = IResult () => new Tagged((Results<Ok<List<Order>>, NotFound>)TypedResults.Ok(Rows.Orders(3))),
        ["task"] = Task<IResult> () => Task.FromResult<IResult>(new Tagged(Results.Ok(Rows.Orders(3)))),
    };

    public static TheoryData<string> Names => [.. Handlers.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Handler_resultAroundAnother_addsToTheResponse(string name)
    {
        await using Service service = await StartAsync(app => app, name);

        string expected = await Exchange.GetAsync(service.Http1, "/plain");
        string actual = await Exchange.GetAsync(service.Http1, "/fast");

        actual.Should().Be(expected).And.StartWith("203\n").And.Contain("\nETag: \"v1\"\n").And.Contain("\nSet-Cookie: seen=1\n");
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Filter_putsAResultAroundAnother_addsToTheResponse(string name)
    {
        await using Service service = await StartAsync(
            group => group.AddEndpointFilter(async (context, next) => await next(context) is IResult result ? new Tagged(result) : null), name);

        string actual = await Exchange.GetAsync(service.Http1, "/fast");

        actual.Should().Be(await Exchange.GetAsync(service.Http1, "/plain")).And.StartWith("203\n").And.Contain("\nETag: \"v1\"\n");
    }

    [Fact]
    public async Task Union_ofTheFramework_isWrittenByRowJson()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet(
            "/",
            Results<Ok<IEnumerable<Order>>, NotFound, Conflict, BadRequest, NoContent, UnauthorizedHttpResult> () => TypedResults.Ok(Failing()))
            .WithRowJson());

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        service.Logs.Entries.Select(entry => entry.Exception?.ToString()).Should().Contain(
            text => text != null && text.Contains("RowJson.AspNetCore.ResponseRows", StringComparison.Ordinal));
    }

    private static Task<Service> StartAsync(Func<RouteGroupBuilder, RouteGroupBuilder> configure, string name) => Service.StartAsync(app =>
    {
        configure(app.MapGroup("")).MapGet("/plain", Handlers[name]);
        configure(app.MapGroup("").WithRowJson()).MapGet("/fast", Handlers[name]);
    });

    private static IEnumerable<Order> Failing()
    {
        yield return Rows.Orders(1)[0];
        throw new TimeoutException("Gone.");
    }

    private class Tagged(IResult inner) : IResult, INestedHttpResult
    {
        public IResult Result => inner;

        public Task ExecuteAsync(HttpContext httpContext)
        {
            httpContext.Response.Headers.ETag = "\"v1\"";
            httpContext.Response.Headers.SetCookie = "seen=1";
            httpContext.Response.StatusCode = StatusCodes.Status203NonAuthoritative;
            return WriteAsync(httpContext);
        }

        /// <summary>By the inner result's value: that result would set its own status code.</summary>
        private Task WriteAsync(HttpContext context)
        {
            IResult result = inner;
            while (result is INestedHttpResult nested) result = nested.Result;
            return context.Response.WriteAsJsonAsync(((IValueHttpResult)result).Value);
        }
    }

    private sealed class TaggedOf<T>(T inner) : Tagged(inner), IEndpointMetadataProvider
        where T : IResult
    {
        public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
        {
        }
    }
}
