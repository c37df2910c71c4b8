using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.OutputCaching;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>The output cache does not read Vary: what one client has asked for is not to be the answer to another.</summary>
public sealed class OutputCacheFormatsTests
{
    private static readonly string[] Entrances = ["rows", "with", "cached-rows/list"];

    private static readonly string[] Accepts =
        ["application/jsonl", "application/x-ndjson", "application/json-seq", "application/json; rows=arrays", "application/json; rows=columns"];

    private static readonly string Array = JsonSerializer.Serialize(Rows.Orders(3), Rows.Options);

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string entrance in Entrances)
                foreach (string accept in Accepts) cases.Add(entrance, accept);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task OutputCache_anotherFormat_isNotStoredForAllClients(string entrance, string accept)
    {
        await using Service service = await StartAsync(policy => policy.Expire(TimeSpan.FromHours(1)));

        string other = await Exchange.GetAsync(service.Http1, entrance, accept);
        string array = await Exchange.GetAsync(service.Http1, entrance, "application/json");
        string cached = await Exchange.GetAsync(service.Http1, entrance, "application/json");

        other.Should().StartWith("200").And.NotEndWith("\n\n" + Array);
        array.Should().StartWith("200").And.EndWith("\n\n" + Array).And.NotContain("\nAge: ");
        cached.Should().StartWith("200\nAge: ").And.EndWith("\n\n" + Array);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task OutputCache_policyThatVariesByAccept_storesEachFormat(string entrance, string accept)
    {
        await using Service service = await StartAsync(policy => policy.SetVaryByHeader("accept").Expire(TimeSpan.FromHours(1)));

        string other = await Exchange.GetAsync(service.Http1, entrance, accept);
        string cached = await Exchange.GetAsync(service.Http1, entrance, accept);
        string array = await Exchange.GetAsync(service.Http1, entrance, "application/json");

        other.Should().StartWith("200\nContent-Type: ").And.NotEndWith("\n\n" + Array);
        cached.Should().StartWith("200\nAge: ").And.EndWith(other["200\n".Length..]);
        array.Should().StartWith("200").And.EndWith("\n\n" + Array).And.NotContain("\nAge: ");
    }

    /// <summary>The client that waits for the entry which the first one fills has its own response.</summary>
    [Fact]
    public async Task OutputCache_clientWaitsForAnotherFormat_getsItsOwn()
    {
        var asked = new AskedRequests();
        await using Service service = await Service.StartAsync(
            app =>
            {
                asked.Use(app);
                app.UseOutputCache();
                app.MapGet("/", () => Results.Extensions.Rows(ReadAsync())).CacheOutput();
            },
            builder => builder.Services.AddOutputCache());
        Task<string> lines = Exchange.GetAsync(service.Http1, "/", "application/jsonl");
        await asked.UntilAsync(1);

        Task<string> array = Exchange.GetAsync(service.Http1, "/", "application/json");

        (await array).Should().StartWith("200").And.EndWith("\n\n" + Array);
        (await lines).Should().StartWith("200").And.NotEndWith("\n\n" + Array);

        async IAsyncEnumerable<Order> ReadAsync()
        {
            await asked.UntilAsync(2);
            foreach (Order order in Rows.Orders(3)) yield return order;
        }
    }

    private static Task<Service> StartAsync(Action<OutputCachePolicyBuilder> policy) => Service.StartAsync(
        app =>
        {
            app.UseOutputCache();
            app.MapGet("rows", () => Results.Extensions.Rows(Rows.Orders(3))).CacheOutput();
            app.MapGet("with", () => JsonRows.From(Rows.Orders(3))).WithRowJson().CacheOutput();
            app.MapControllers();
        },
        builder =>
        {
            builder.Services.AddOutputCache(options => options.AddBasePolicy(policy));
            builder.Services.AddControllers().AddApplicationPart(typeof(CachedRowsController).Assembly).AddRowJson();
        });
}

/// <summary>An action whose response the output cache stores.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("cached-rows/[action]")]
public sealed class CachedRowsController : ControllerBase
{
    [HttpGet]
    [OutputCache]
    public List<Order> List() => Rows.Orders(3);
}
