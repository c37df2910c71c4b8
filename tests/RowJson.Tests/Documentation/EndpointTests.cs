using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace RowJson.Tests;

/// <summary>What README.md says about rows in an endpoint: failures, and handlers that return something.</summary>
public class EndpointTests
{
    private static readonly List<Order> Orders = [new(1, 10.00m, 1.90m), new(2, 100.00m, 20.00m)];

    private sealed record Order(int Id, decimal Net, decimal Tax);

    [Fact]
    public async Task Endpoint_failureBeforeTheFirstBatch_answers500()
    {
        await using WebApplication app = FailingEndpoint(rowsBefore: 3);
        using HttpClient client = await LoopbackServer.StartAsync(app);
        using HttpResponseMessage response = await client.GetAsync(new Uri("/", UriKind.Relative));
        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        (await response.Content.ReadAsStringAsync()).Should().BeEmpty();
    }

    [Fact]
    public async Task Endpoint_failureAfterTheFirstBatch_breaksTheTransfer()
    {
        await using WebApplication app = FailingEndpoint(rowsBefore: 100_000);
        using HttpClient client = await LoopbackServer.StartAsync(app);
        var address = new Uri("/", UriKind.Relative);
        using HttpResponseMessage response = await client.GetAsync(address, HttpCompletionOption.ResponseHeadersRead);
        response.StatusCode.Should().Be(HttpStatusCode.OK, "the first rows have been sent");
        await response.Content.Awaiting(content => content.ReadAsStringAsync()).Should().ThrowAsync<HttpRequestException>();
    }

    [Fact]
    public async Task Endpoint_returnedRows_areItsResult()
    {
        await using WebApplication app = LoopbackServer.CreateBuilder().Build();
        app.MapGet("/", () => JsonRows.From(Orders));
        using HttpClient client = await LoopbackServer.StartAsync(app);
        (await client.GetStringAsync(new Uri("/", UriKind.Relative)))
            .Should().Be("""[{"id":1,"net":10.00,"tax":1.90},{"id":2,"net":100.00,"tax":20.00}]""");
    }

    [Fact]
    public async Task Endpoint_returnedTask_isRefusedByAspNetCore()
    {
        await using WebApplication app = LoopbackServer.CreateBuilder().Build();
        app.MapGet("/", (HttpResponse response) => JsonRows.From(Orders).WriteToAsync(response.BodyWriter));
        using HttpClient client = await LoopbackServer.StartAsync(app);
        await client.Awaiting(it => it.GetStringAsync(new Uri("/", UriKind.Relative)))
            .Should().ThrowAsync<HttpRequestException>("the result of the write would follow the rows");
    }

    private static WebApplication FailingEndpoint(int rowsBefore)
    {
        WebApplication app = LoopbackServer.CreateBuilder().Build();
        app.MapGet("/", async (HttpResponse response, CancellationToken cancellationToken) =>
        {
            response.ContentType = "application/json; charset=utf-8";
            await JsonRows.From(Failing(rowsBefore)).WriteToAsync(response.BodyWriter, JsonRowOptions.Web, cancellationToken: cancellationToken);
        });
        return app;

        static IEnumerable<Order> Failing(int rows)
        {
            for (int i = 0; i < rows; i++) yield return new Order(i, 1, 1);
            throw new InvalidOperationException("The source fails on purpose.");
        }
    }
}
