using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Routing;

namespace RowJson.AspNetCore.Tests;

/// <summary>What a handler does beside returning rows: the client, the body and the application see what they see without RowJson.</summary>
public sealed class HandlerTests
{
    private static readonly AsyncLocal<string?> Tenant = new();

    /// <summary>Handlers that set what rows show when they are written.</summary>
    private static readonly IReadOnlyDictionary<string, Delegate> Setting = new Dictionary<string, Delegate>
    {
        ["sequence"] = () => Set(Shown()),
        ["task"] = () => Set(Task.FromResult(Shown())),
        ["value-task"] = () => Set(new ValueTask<IEnumerable<ShownRow>>(Shown())),
        ["object"] = () => Set((object)Shown()),
        ["task-of-object"] = () => Set(Task.FromResult((object)Shown())),
        ["ok"] = () => Set(TypedResults.Ok(Shown())),
        ["result"] = () => Set(Results.Ok(Shown())),
        ["union"] = Results<Ok<IEnumerable<ShownRow>>, NotFound> () => Set(TypedResults.Ok(Shown())),
        ["page"] = () => Set(new { total = 3, rows = Shown() }),
        ["bound"] = (int? id, HttpContext context) => Set(Shown()),
        ["asynchronous"] = async () =>
        {
            await Task.Yield();
            return Set(Shown());
        },
    };

    private static readonly IReadOnlyDictionary<string, Delegate> Null = new Dictionary<string, Delegate>
    {
        ["list"] = Task<List<Order>> () => null!,
        ["structure"] = Task<PageValue> () => null!,
        ["object"] = Task<object> () => null!,
        ["result"] = Task<IResult> () => null!,
        ["ok"] = Task<Ok<List<Order>>> () => null!,
        ["union"] = Task<Results<Ok<List<Order>>, NotFound>> () => null!,
        ["bound"] = Task<List<Order>> (int? id) => null!,
        ["failing"] = Task<List<Order>> () => Task.FromResult(((List<Order>)null!).GetRange(0, 0)),
        ["value-task"] = ValueTask<List<Order>> () => default,
        ["value-task-of-result"] = ValueTask<IResult> () => default,
    };

    public static TheoryData<string> SettingHandlers => [.. Setting.Keys];

    public static TheoryData<string> NullHandlers => [.. Null.Keys];

    [Theory]
    [MemberData(nameof(SettingHandlers))]
    public async Task Handler_setsWhatFlows_rowsSeeItAsWithoutRowJson(string name)
    {
        await using Service service = await StartAsync(Setting[name]);
        foreach (string place in (string[])["", "/filtered", "/awaited"])
        {
            string expected = await Exchange.GetAsync(service.Http1, $"/plain{place}");

            string actual = await Exchange.GetAsync(service.Http1, $"/fast{place}");

            actual.Should().Be(expected, place).And.StartWith("200");
            expected.Contains("1,234,50 by acme", StringComparison.Ordinal).Should().Be(name != "asynchronous" && place != "/awaited");
        }
    }

    /// <summary>The framework's own exception for this is only thrown where an endpoint has no filter.</summary>
    [Theory]
    [MemberData(nameof(NullHandlers))]
    public async Task Handler_returnsNoTask_failsAsBelowAFilter(string name)
    {
        await using Service service = await StartAsync(Null[name]);
        foreach (string place in (string[])["", "/filtered", "/awaited"])
        {
            bool isTask = !name.StartsWith("value-task", StringComparison.Ordinal) && name is not ("object" or "failing");
            string expected = await FailureAsync($"/plain{(isTask && place.Length == 0 ? "/filtered" : place)}");

            string actual = await FailureAsync($"/fast{place}");

            actual.Should().Be(expected, place);
        }

        async Task<string> FailureAsync(string path)
        {
            service.Logs.Entries.Clear();
            string answer = await Exchange.GetAsync(service.Http1, path);
            Exception? exception = service.Logs.Entries.Select(entry => entry.Exception).FirstOrDefault(it => it is not null);
            return $"{answer[..3]} {exception?.GetType().Name}: {exception?.Message}";
        }
    }

    /// <summary>A type that the serializer refuses fails the answers that have it, and no other endpoint.</summary>
    [Fact]
    public async Task Handler_ofAnInterfaceWithoutContract_failsAloneAsWithoutRowJson()
    {
        await using Service service = await Service.StartAsync(app =>
        {
            Map(app.MapGroup("/plain"));
            Map(app.MapGroup("/fast").WithRowJson());
        });
        foreach (string path in (string[])["rows", "missing", "there"])
        {
            string expected = await Exchange.GetAsync(service.Http1, $"/plain/{path}");
            (await Exchange.GetAsync(service.Http1, $"/fast/{path}")).Should().Be(expected)
                .And.StartWith(path == "rows" ? "200" : path == "missing" ? "404" : "500");
        }

        static void Map(RouteGroupBuilder group)
        {
            group.MapGet("/rows", () => Rows.Orders(3));
            group.MapGet("/missing", Results<Ok<ITwice>, NotFound> () => TypedResults.NotFound());
            group.MapGet("/there", () => TypedResults.Ok<ITwice>(new Twice()));
        }
    }

    private static Task<Service> StartAsync(Delegate handler) => Service.StartAsync(app =>
    {
        Map(app.MapGroup("/plain"));
        Map(app.MapGroup("/fast").WithRowJson());

        void Map(RouteGroupBuilder group)
        {
            group.MapGet("", handler);
            group.MapGet("/filtered", handler).AddEndpointFilter((context, next) => next(context));
            group.MapGet("/awaited", handler).AddEndpointFilter(async (context, next) => await next(context));
        }
    });

    private static T Set<T>(T rows)
    {
        var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        culture.NumberFormat.NumberDecimalSeparator = ",";
        CultureInfo.CurrentCulture = culture;
        Tenant.Value = "acme";
        return rows;
    }

    private static IEnumerable<ShownRow> Shown() => Enumerable.Range(0, 3).Select(static i => new ShownRow(i));

    private sealed record ShownRow(int Id)
    {
        public string Text { get; } = $"{1234.5.ToString("N2", CultureInfo.CurrentCulture)} by {Tenant.Value}";
    }

    private readonly record struct PageValue(int Total, List<Order> Items);

    private interface ITwice
    {
        [System.Text.Json.Serialization.JsonPropertyName("id")]
        int One { get; }

        [System.Text.Json.Serialization.JsonPropertyName("id")]
        int Two { get; }
    }

    private sealed record Twice : ITwice
    {
        public int One => 1;

        public int Two => 2;
    }
}
