using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace RowJson.AspNetCore.Tests;

/// <summary>Endpoints as the request delegate generator makes them: there a filter is any factory, also one that adds nothing.</summary>
public sealed class GeneratedHandlerTests
{
    private static readonly DeclaredValues.Base[] Derived = (DeclaredValues.Derived[])[new(1, "seen only as an object")];

    [Theory]
    [InlineData("null", false)]
    [InlineData("null", true)]
    [InlineData("derived", false)]
    [InlineData("derived", true)]
    [InlineData("rows", false)]
    [InlineData("rows", true)]
    public async Task Handler_generated_answersAsWithoutRowJson(string path, bool withValidation)
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                Map(app.MapGroup("/plain"));
                Map(app.MapGroup("/fast").WithRowJson());
            },
            builder =>
            {
                if (withValidation) Service.AddValidation(builder);
            });

        string expected = await Exchange.GetAsync(service.Http1, $"/plain/{path}");
        string actual = await Exchange.GetAsync(service.Http1, $"/fast/{path}");

        actual.Should().Be(expected);
        if (path == "null") expected.Should().EndWith(withValidation ? "\n\n" : "\n\nnull");
        if (path == "derived") expected.Contains("hidden", StringComparison.Ordinal).Should().Be(withValidation);
    }

    private static void Map(RouteGroupBuilder group)
    {
        Map<List<Order>>(group, "null", () => null!);
        Map(group, "derived", () => Derived);
        Map(group, "rows", () => Rows.Orders(3));
    }

    /// <summary>What the generator writes for a handler without arguments.</summary>
    private static void Map<T>(RouteGroupBuilder group, string pattern, Func<T> handler) => RouteHandlerServices.Map(
        group,
        pattern,
        handler,
        ["GET"],
        (_, _) => new RequestDelegateMetadataResult { EndpointMetadata = [] },
        (_, options, _) =>
        {
            IList<Func<EndpointFilterFactoryContext, EndpointFilterDelegate, EndpointFilterDelegate>> factories =
                options!.EndpointBuilder!.FilterFactories;
            if (factories.Count == 0) return new RequestDelegateResult(context => context.Response.WriteAsJsonAsync(handler()), []);
            EndpointFilterDelegate filtered = _ => ValueTask.FromResult<object?>(handler());
            var of = new EndpointFilterFactoryContext
            {
                MethodInfo = handler.Method,
                ApplicationServices = options.EndpointBuilder.ApplicationServices,
            };
            for (int i = factories.Count - 1; i >= 0; i--) filtered = factories[i](of, filtered);
            return new RequestDelegateResult(async context => await AnswerAsync(await filtered(EndpointFilterInvocationContext.Create(context)), context), []);
        });

    private static Task AnswerAsync(object? result, HttpContext context) => result switch
    {
        null => Task.CompletedTask,
        IResult own => own.ExecuteAsync(context),
        _ => context.Response.WriteAsJsonAsync(result),
    };
}
