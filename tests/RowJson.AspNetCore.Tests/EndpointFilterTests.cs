using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;

namespace RowJson.AspNetCore.Tests;

/// <summary>Filters of the application, wherever they are added: they see, and answer, what they do without RowJson.</summary>
public sealed class EndpointFilterTests
{
    /// <summary>What an endpoint and the groups around it are told, in this order; <c>rows</c> is <c>WithRowJson</c>.</summary>
    public static TheoryData<string, string, string> Places => new()
    {
        { "rows", "", "filter" },
        { "rows", "filter", "" },
        { "rows,filter", "", "" },
        { "filter,rows", "", "" },
        { "filter", "rows", "" },
        { "filter", "", "rows" },
        { "", "filter,rows", "" },
        { "", "rows,filter", "" },
        { "filter", "rows,filter", "filter" },
        { "filter,rows", "rows", "rows,filter" },
        { "identity", "rows", "" },
        { "rows", "identity", "filter" },
        { "rows", "first", "" },
        { "first", "rows", "" },
        { "", "", "rows,first" },
    };

    private static readonly string[] Filters = ["envelope", "type", "status", "replace"];

    [Theory]
    [MemberData(nameof(Places))]
    public async Task Filter_anywhere_answersAsWithoutRowJson(string outer, string inner, string endpoint)
    {
        var differences = new List<string>();
        foreach (string filter in Filters)
        {
            await using Service plain = await StartAsync(filter, [outer, inner, endpoint], withRowJson: false);
            await using Service fast = await StartAsync(filter, [outer, inner, endpoint], withRowJson: true);
            foreach (string path in (string[])["rows", "ok", "union", "page", "text", "number", "created", "bound?id=1", "bound?id=x", "derived"])
            {
                string expected = await Exchange.GetAsync(plain.Http1, $"/outer/inner/{path}");
                string actual = await Exchange.GetAsync(fast.Http1, $"/outer/inner/{path}");
                expected.Should().StartWith(path is "bound?id=x" ? filter == "status" ? "" : "400" : "20", path);
                if (actual != expected) differences.Add(Exchange.Difference($"{filter} {path}", expected, actual));
            }
        }

        string.Join("\n======\n", differences).Should().BeEmpty();
    }

    [Theory]
    [InlineData("bound?id=x")]
    [InlineData("bound?id=7")]
    [InlineData("valid?id=7")]
    [InlineData("valid?id=1")]
    [InlineData("derived")]
    [InlineData("number")]
    public async Task Endpoints_withValidation_answerAsWithoutRowJson(string path)
    {
        await using Service plain = await StartAsync("pass", ["", "", ""], withRowJson: false, withValidation: true);
        await using Service fast = await StartAsync("pass", ["", "rows", ""], withRowJson: true, withValidation: true);

        string actual = await Exchange.GetAsync(fast.Http1, $"/outer/inner/{path}");

        actual.Should().Be(await Exchange.GetAsync(plain.Http1, $"/outer/inner/{path}"));
    }

    [Fact]
    public async Task WithRowJson_handlersThatHoldNoRows_haveNoFilter()
    {
        Delegate[] plain =
        [
            () => "text", () => 7, () => { }, () => Task.CompletedTask, () => ValueTask.CompletedTask, () => new Order(1, "", default, null),
            () => new List<string>(), () => Results.Extensions.Rows(Rows.Orders(1)), () => TypedResults.NoContent(), () => TypedResults.Ok(3),
            () => new ValueTask<int>(3), () => (IReadOnlyList<int>)[1], () => TypedResults.Created("/there", Rows.Orders(1)),
            Results<Ok<int>, NotFound> () => TypedResults.NotFound(),
        ];
        Delegate[] rows =
        [
            () => Rows.Orders(1), () => Rows.OrdersAsync(1), () => TypedResults.Ok(Rows.Orders(1)), () => Results.Ok(1), object () => 1,
            () => JsonRows.From(Rows.Orders(1)), Task<IEnumerable<Order>> () => throw new InvalidOperationException(),
            Results<Ok<List<Order>>, NotFound> () => TypedResults.NotFound(), System.Collections.IEnumerable () => Rows.Orders(1),
        ];
        var filters = new List<int>();
        await using Service service = await Service.StartAsync(app =>
        {
            foreach ((int index, Delegate handler) in plain.Concat(rows).Index())
                app.MapGet($"/{index}", handler).WithRowJson().Add(endpoint => filters.Add(endpoint.FilterFactories.Count));
            app.MapGet("/delegate", ((Func<HttpContext, Task<List<Order>>>)DelegateThatReturns).Method.CreateDelegate<RequestDelegate>())
                .WithRowJson()
                .Add(endpoint => filters.Add(endpoint.FilterFactories.Count));
        });

        using HttpResponseMessage response = await service.Http1.GetAsync("/0");

        int endpoints = plain.Length + rows.Length + 1;
        filters.TakeLast(endpoints).Should().Equal([.. plain.Select(_ => 0), .. rows.Select(_ => 1), 0]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WithRowJson_noResult_fails(bool withRowJson)
    {
        await using Service service = await Service.StartAsync(app =>
        {
            RouteHandlerBuilder endpoint = app.MapGet("/", IResult () => null!);
            if (withRowJson) endpoint.WithRowJson();
        });

        (await Exchange.GetAsync(service.Http1, "/")).Should().StartWith("500");

        service.Logs.Entries.Select(entry => entry.Exception?.Message).Should().Contain("The IResult returned by the Delegate must not be null.");
    }

    private static Task<Service> StartAsync(string filter, string[] places, bool withRowJson, bool withValidation = false) => Service.StartAsync(
        app =>
        {
            RouteGroupBuilder outer = app.MapGroup("/outer");
            Tell(outer, places[0], filter, withRowJson);
            RouteGroupBuilder inner = outer.MapGroup("/inner");
            Tell(inner, places[1], filter, withRowJson);
            Map("rows", () => Rows.Orders(3));
            Map("ok", () => TypedResults.Ok(Rows.Orders(3)));
            Map("union", Results<Ok<List<Order>>, NotFound> () => TypedResults.Ok(Rows.Orders(3)));
            Map("page", () => new { total = 3, rows = Rows.Orders(3) });
            Map("text", () => "text");
            Map("number", () => 7);
            Map("created", () => TypedResults.Created("/there", Rows.Orders(3)));
            Map("bound", (int id) => Rows.Orders(id));
            Map("valid", ([System.ComponentModel.DataAnnotations.Range(1, 5)] int id) => (DeclaredValues.Base[])Derived(id));
            Map("derived", () => (DeclaredValues.Base[])Derived(1));

            void Map(string path, Delegate handler) => Tell(inner.MapGet(path, handler), places[2], filter, withRowJson);
        },
        builder =>
        {
            if (withValidation) Service.AddValidation(builder);
        });

    /// <summary>What a delegate returns beside its task is nobody's.</summary>
    private static Task<List<Order>> DelegateThatReturns(HttpContext context) => Task.FromResult(Rows.Orders(context.Response.StatusCode));

    private static DeclaredValues.Derived[] Derived(int id) => [new(id, "secret")];

    private static void Tell<TBuilder>(TBuilder builder, string what, string filter, bool withRowJson)
        where TBuilder : IEndpointConventionBuilder
    {
        foreach (string word in what.Split(',', StringSplitOptions.RemoveEmptyEntries))
        {
            if (word == "filter") builder.AddEndpointFilter(Filter(filter));
            if (word == "identity") builder.AddEndpointFilterFactory((_, next) => next);
            if (word == "first") builder.Add(endpoint => endpoint.FilterFactories.Insert(0, (_, next) => context => Filter(filter)(context, next)));
            if (word == "rows" && withRowJson) builder.WithRowJson();
        }
    }

    private static Func<EndpointFilterInvocationContext, EndpointFilterDelegate, ValueTask<object?>> Filter(string name) => name switch
    {
        "envelope" => async (context, next) => new { data = await next(context) },
        "type" => async (context, next) => (await next(context))?.GetType().FullName,
        "status" => async (context, next) =>
        {
            object? result = await next(context);
            return Results.Text($"{(result as IStatusCodeHttpResult)?.StatusCode} {(result as IValueHttpResult)?.Value} {result is INestedHttpResult}");
        }
        ,
        "replace" => async (context, next) =>
        {
            await next(context);
            return Rows.Dictionaries(2);
        }
        ,
        _ => (context, next) => next(context),
    };
}
