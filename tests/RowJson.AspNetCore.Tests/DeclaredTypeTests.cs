using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>
/// Declared types, run-time types, options and entrances: the client sees what it sees without RowJson. A row that its declared type hides
/// stays hidden.
/// </summary>
public sealed class DeclaredTypeTests
{
    private static readonly string[] Actions =
    [
        .. typeof(DeclaredController)
            .GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly)
            .SelectMany(action => action.GetCustomAttribute<HttpGetAttribute>()!.Template is null
                ? (IEnumerable<string>)[action.Name]
                : DeclaredValues.All.Select(value => $"{action.Name}/{value.Name}")),
    ];

    public static TheoryData<string> OptionNames => [.. DeclaredValues.Options.Keys];

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(OptionNames))]
    public async Task Handlers_ofDeclaredTypes_answerAsWithoutRowJson(string options)
    {
        await using Service plain = await StartAsync(options, withRowJson: false);
        await using Service fast = await StartAsync(options, withRowJson: true);
        int answers = await CompareAsync(plain, fast, Paths(options).Select(it => it.Path));

        answers.Should().BeGreaterThan(Paths(options).Count() / (options is "context-only" or "shallow" ? 4 : 2));
    }

    [Theory]
    [MemberData(nameof(OptionNames))]
    public async Task Actions_ofDeclaredTypes_answerAsWithoutRowJson(string options)
    {
        await using Service plain = await StartMvcAsync(options, withRowJson: false);
        await using Service fast = await StartMvcAsync(options, withRowJson: true);
        int answers = await CompareAsync(plain, fast, Actions.Select(action => $"/declared/{action}"));

        answers.Should().BeGreaterThan(options is "context-only" or "shallow" ? 30 : 100);
    }

    [Fact]
    public async Task Controllers_ofAGroupWithRowJson_answerAsWithoutIt()
    {
        await using Service plain = await StartMvcAsync("none", withRowJson: false);
        await using Service fast = await StartMvcAsync("none", withRowJson: false, controllers => controllers.WithRowJson<IEndpointConventionBuilder>());

        await CompareAsync(plain, fast, Actions.Select(action => $"/declared/{action}"));
    }

    /// <summary>Each entrance, in a group, alone and below a filter; under options that change nothing about types, the most common ones.</summary>
    private static IEnumerable<(string Path, string Place, Delegate Handler)> Paths(string options)
    {
        bool isWhole = options == "none";
        return from value in DeclaredValues.All
               from handler in value.Handlers
               where isWhole || handler.Key is "value" or "typed-ok" or "ok-of-object" or "json-options"
               from place in isWhole && handler.Key is "value" or "object" or "typed-ok" ? (string[])["group", "endpoint", "filtered"] : ["group"]
               select ($"/{place}/{value.Name}/{handler.Key}", place, handler.Value);
    }

    private static async Task<int> CompareAsync(Service plain, Service fast, IEnumerable<string> paths)
    {
        var differences = new List<string>();
        int answers = 0;
        await Parallel.ForEachAsync(paths, new ParallelOptions { MaxDegreeOfParallelism = 4 }, async (path, _) =>
        {
            string expected = await GetAsync(plain, path);
            string actual = await GetAsync(fast, path);
            lock (differences)
            {
                if (expected.StartsWith("200", StringComparison.Ordinal)) answers++;
                if (actual != expected) differences.Add(Exchange.Difference(path, expected, actual));
            }
        });
        string.Join("\n======\n", differences.Order()).Should().BeEmpty();
        return answers;
    }

    /// <summary>An answer without its service's port, and without the header by which actions that return rows depend on Accept.</summary>
    private static async Task<string> GetAsync(Service service, string path) => (await Exchange.GetAsync(service.Http1, path))
        .Replace("Vary: Accept\n", "", StringComparison.Ordinal)
        .Replace(service.Http1.BaseAddress!.Authority, "authority", StringComparison.Ordinal);

    private static Task<Service> StartAsync(string options, bool withRowJson) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            RouteGroupBuilder group = app.MapGroup("/group");
            RouteGroupBuilder filtered = app.MapGroup("/filtered").AddEndpointFilter(async (context, next) => await next(context));
            if (withRowJson)
            {
                group.WithRowJson();
                filtered.WithRowJson();
            }
            foreach ((string path, string place, Delegate handler) in Paths(options))
            {
                RouteHandlerBuilder endpoint = (place switch { "group" => (IEndpointRouteBuilder)group, "filtered" => filtered, _ => app })
                    .MapGet(place == "endpoint" ? path : path[(place.Length + 1)..], handler);
                if (withRowJson && place == "endpoint") endpoint.WithRowJson();
            }
        },
        builder =>
        {
            AddProblems(builder);
            builder.Services.ConfigureHttpJsonOptions(json => DeclaredValues.Options[options](json.SerializerOptions));
        });

    private static Task<Service> StartMvcAsync(
        string options, bool withRowJson, Action<ControllerActionEndpointConventionBuilder>? configure = null) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            ControllerActionEndpointConventionBuilder controllers = app.MapControllers();
            configure?.Invoke(controllers);
        },
        builder =>
        {
            AddProblems(builder);
            IMvcBuilder mvc = builder.Services.AddControllers()
                .AddApplicationPart(typeof(DeclaredController).Assembly)
                .AddJsonOptions(json => DeclaredValues.Options[options](json.JsonSerializerOptions));
            if (withRowJson) mvc.AddRowJson();
        });

    private static void AddProblems(WebApplicationBuilder builder) => builder.Services.AddProblemDetails(
        problems => problems.CustomizeProblemDetails = context => context.ProblemDetails.Extensions.Clear());
}
