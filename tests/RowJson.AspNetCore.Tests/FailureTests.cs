using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

public sealed class FailureTests
{
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Rows_failBeforeTheFirstByte_areTheApplicationsError(bool http2, bool isAsync)
    {
        var resource = new Resource();
        await using Service service = await StartAsync(rows: 5, isAsync, resource);

        using HttpResponseMessage response = await service.Client(http2).GetAsync("/");

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        response.Content.Headers.ContentType!.MediaType.Should().Be("application/problem+json");
        string body = await response.Content.ReadAsStringAsync();
        body.Should().Contain("\"status\":500").And.NotContain("[");
        resource.Disposals.Should().Be(1);
        service.RowLogs.Should().BeEmpty("the application's error handling logs it");
        service.Logs.Entries.Count(entry => entry.Level == LogLevel.Error).Should().Be(1);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Rows_failLater_breakTheTransfer(bool http2, bool isAsync)
    {
        var resource = new Resource();
        await using Service service = await StartAsync(rows: 20_000, isAsync, resource);

        using HttpResponseMessage response = await service.Client(http2).GetAsync("/", HttpCompletionOption.ResponseHeadersRead);
        var received = new MemoryStream();
        Func<Task> copy = () => response.Content.CopyToAsync(received);

        await copy.Should().ThrowAsync<HttpRequestException>();
        response.StatusCode.Should().Be(HttpStatusCode.OK);
        received.ToArray().Should().NotContain((byte)']');
        await resource.Disposed;
        LogEntry entry = service.RowLogs.Should().ContainSingle().Subject;
        entry.Level.Should().Be(LogLevel.Warning);
        entry.Id.Should().Be(new EventId(1, "RowsFailed"));
        entry.Message.Should().Contain("Stage Source, row 20000");
        IEnumerable<LogEntry> errors = service.Logs.Entries.Where(entry => entry.Level >= LogLevel.Error);
        // The server logs what it catches after the result has been disposed of.
        await Hang.UntilAsync(errors.Any);
        errors.Should().NotBeEmpty("the exception reaches the server").And.OnlyContain(entry => entry.Exception is JsonRowException);
    }

    [Fact]
    public async Task Rows_failLaterUnderCompression_breakTheTransfer()
    {
        // Less than a compressor sends by itself.
        var options = new JsonRowOptions { FlushThreshold = 100 };
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseResponseCompression();
                app.MapGet("/", () => Results.Extensions.Rows(Failing(20), options));
            },
            builder => builder.Services.AddResponseCompression());
        using var request = new HttpRequestMessage(HttpMethod.Get, "/") { Headers = { AcceptEncoding = { new("gzip") } } };

        Func<Task> get = async () =>
        {
            using HttpResponseMessage response = await service.Http1.SendAsync(request);
            await response.Content.ReadAsByteArrayAsync();
        };

        await get.Should().ThrowAsync<HttpRequestException>();
        service.RowLogs.Should().ContainSingle().Which.Id.Id.Should().Be(1);
    }

    [Fact]
    public async Task Rows_resourceFailsToDispose_isAnAnswerStill()
    {
        var second = new Resource();
        await using Service service = await Service.StartAsync(app => app.MapGet(
            "/", () => Results.Extensions.Rows(Rows.Orders(3)).Disposing(new FailingResource(), second)));

        string body = await service.Http1.GetStringAsync("/");

        body.Should().EndWith("]");
        await second.Disposed;
        service.RowLogs.Should().ContainSingle().Which.Id.Should().Be(new EventId(3, "DisposeFailed"));
    }

    [Theory]
    [InlineData("list")]
    [InlineData("query")]
    [InlineData("async")]
    public async Task Handlers_failingSource_isTheApplicationsExceptionAsBefore(string path)
    {
        var seen = new List<Exception>();
        await using Service service = await Service.StartAsync(app =>
        {
            app.UseExceptionHandler(handler => handler.Run(context =>
            {
                seen.Add(context.Features.Get<IExceptionHandlerFeature>()!.Error);
                return Task.CompletedTask;
            }));
            foreach (RouteGroupBuilder group in (RouteGroupBuilder[])[app.MapGroup("/plain"), app.MapGroup("/fast").WithRowJson()])
            {
                group.MapGet("list", () => new List<FailingRow> { new() });
                group.MapGet("async", () => FailingAsync());
                group.MapGet("query", () => Rows.Orders(3).Select(order => order.Id < 2 ? order : throw new TimeoutException("Gone.")));
            }
        });

        await Exchange.GetAsync(service.Http1, $"/plain/{path}");
        await Exchange.GetAsync(service.Http1, $"/fast/{path}");

        seen.Should().HaveCount(2);
        seen[1].Should().BeOfType(seen[0].GetType());
        seen[1].Message.Should().Be(seen[0].Message);

        static async IAsyncEnumerable<Order> FailingAsync()
        {
            yield return Rows.Orders(1)[0];
            await Task.CompletedTask;
            throw new TimeoutException("Gone.");
        }
    }

    [Fact]
    public void Disposing_null_isRefused()
    {
        RowsHttpResult result = Results.Extensions.Rows(JsonRows.From(Rows.Orders(1)));

        ((Action)(() => result.Disposing(null!))).Should().Throw<ArgumentNullException>().WithParameterName("resources");
        ((Action)(() => result.Disposing([null!]))).Should().Throw<ArgumentNullException>().WithParameterName("resources");
    }

    private static Task<Service> StartAsync(int rows, bool isAsync, Resource resource) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            app.MapGet("/", () => isAsync
                ? Results.Extensions.Rows(FailingAsync(rows)).Disposing(resource)
                : Results.Extensions.Rows(Failing(rows)).Disposing(resource));
        },
        builder => builder.Services.AddProblemDetails());

    private static IEnumerable<Order> Failing(int rows)
    {
        foreach (Order order in Rows.Orders(rows)) yield return order;
        throw new TimeoutException("The database has gone.");
    }

    private static async IAsyncEnumerable<Order> FailingAsync(int rows)
    {
        foreach (Order order in Rows.Orders(rows)) yield return order;
        await Task.Yield();
        throw new TimeoutException("The database has gone.");
    }

    private sealed class FailingRow
    {
        public int Id => 1;

        public string Name => throw new TimeoutException("Gone.");
    }

    private sealed class FailingResource : IDisposable
    {
        public void Dispose() => throw new InvalidOperationException("It is in use.");
    }
}
