using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>What results, and the formatters of controllers, tell others: status codes, headers, options.</summary>
public sealed class RowsResultTests
{
    [Theory]
    [InlineData("Accept", "Accept")]
    [InlineData("accept", "accept")]
    [InlineData("Accept, Origin", "Accept, Origin")]
    [InlineData("Origin, Accept", "Origin, Accept")]
    [InlineData("Origin", "Origin, Accept")]
    [InlineData("Accept-Encoding", "Accept-Encoding, Accept")]
    [InlineData("*", "*")]
    [InlineData("Origin,ACCEPT ,Cookie", "Origin, ACCEPT, Cookie")]
    public async Task Vary_thatIsSet_namesAcceptOnce(string vary, string expected)
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.Use((context, next) =>
                {
                    context.Response.Headers.Vary = vary;
                    return next(context);
                });
                app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(1)));
                app.MapControllers();
            },
            builder => builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly).AddRowJson());

        foreach (string path in (string[])["/", "/List"])
        {
            using HttpResponseMessage response = await service.Http1.GetAsync(path);
            string.Join(", ", response.Headers.Vary).Should().Be(expected, path);
        }
    }

    [Fact]
    public async Task Vary_ofSeveralHeaders_namesAcceptOnce()
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", (HttpResponse response) =>
        {
            response.Headers.Append("Vary", "Origin");
            response.Headers.Append("Vary", "Accept");
            return Results.Extensions.Rows(Rows.Orders(1));
        }));

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        response.Headers.Vary.Should().Equal("Origin", "Accept");
    }

    [Fact]
    public void StatusCode_untouched_isNotTheResults() =>
        ((IStatusCodeHttpResult)Results.Extensions.Rows(Rows.Orders(1))).StatusCode.Should().BeNull();

    [Fact]
    public async Task StatusCode_thatIsSet_isThatOfTheResponse()
    {
        await using Service service = await Service.StartAsync(app =>
        {
            app.MapGet("/typed", () =>
            {
                RowsHttpResult<Order> result = Results.Extensions.Rows(Rows.Orders(1));
                result.StatusCode = StatusCodes.Status203NonAuthoritative;
                return result;
            });
            app.MapGet("/none", () =>
            {
                RowsHttpResult result = Results.Extensions.Rows(JsonRows.From(Rows.Orders(1)));
                result.StatusCode = StatusCodes.Status204NoContent;
                return result;
            });
        });

        (await Exchange.GetAsync(service.Http1, "/typed")).Should().StartWith("203\nContent-Type: application/json").And.EndWith("]");
        (await Exchange.GetAsync(service.Http1, "/none")).Should().StartWith("204").And.NotContain("[");
    }

    [Theory]
    [InlineData(1000, "application/jsonl")]
    [InlineData(16 * 1024, "application/json; charset=utf-8")]
    public async Task Accept_longerThanAnyClientsOwn_isNotRead(int length, string contentType)
    {
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(1))));
        var accept = new StringBuilder("application/jsonl");
        while (accept.Length < length - 20) accept.Append(", text/x").Append(accept.Length);

        string answer = await Exchange.GetAsync(service.Http1, "/", accept.ToString());

        answer.Should().StartWith($"200\nContent-Type: {contentType}\n");
    }

    [Theory]
    [InlineData(JsonRowFormat.Array, "application/json")]
    [InlineData(JsonRowFormat.ArrayWithLineBreaks, "application/json")]
    [InlineData(JsonRowFormat.Lines, "application/jsonl")]
    [InlineData(JsonRowFormat.TextSequence, "application/json-seq")]
    public async Task Format_thatIsSet_isNotNegotiated(JsonRowFormat format, string contentType)
    {
        var options = new JsonRowOptions { Format = format };
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.MapGet("/set", () => Results.Extensions.Rows(Rows.Orders(1), options));
                app.MapGet("/copied", () => Results.Extensions.Rows(Rows.Orders(1), new JsonRowOptions(options) { OmitNulls = true }));
            },
            builder => builder.Services.Configure<RowJsonHttpOptions>(http => http.ReturnNotAcceptable = true));

        foreach (string path in (string[])["/set", "/copied"])
        {
            string answer = await Exchange.GetAsync(service.Http1, path, "application/x-ndjson");
            answer.Should().StartWith($"200\nContent-Type: {contentType}").And.NotContain("Vary");
        }
        Results.Extensions.Rows(Rows.Orders(1), options).ContentType.Should().StartWith(contentType);
    }

    [Fact]
    public async Task Format_thatIsNotSet_isNegotiated()
    {
        var options = new JsonRowOptions { OmitNulls = true };
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(Rows.Orders(1), options)));

        string answer = await Exchange.GetAsync(service.Http1, "/", "application/jsonl");

        answer.Should().StartWith("200\nContent-Type: application/jsonl\nVary: Accept\n");
    }

    [Fact]
    public void Options_ofOneResult_areMadeOnceForEachApplication()
    {
        var options = new JsonRowOptions { OmitNulls = true };
        var first = new JsonSerializerOptions(JsonSerializerDefaults.Web);
        var second = new JsonSerializerOptions(JsonSerializerDefaults.Web);
        RowOptionsCache cache = new RowJsonHttpOptions().Cache;

        JsonRowOptions[] made =
        [
            .. Enumerable.Range(0, 3).SelectMany(_ => (JsonSerializerOptions[])[first, second])
                .Select(application => cache.For(options, application, JsonRowFormat.Lines)),
        ];

        made.Distinct().Should().HaveCount(2);
        made.Should().AllSatisfy(it => it.OmitNulls.Should().BeTrue());
        made[0].SerializerOptions.Should().BeSameAs(first);
        made[1].SerializerOptions.Should().BeSameAs(second);
    }

    [Theory]
    [InlineData("ok")]
    [InlineData("async")]
    [InlineData("json")]
    [InlineData("page")]
    public async Task Rows_inResultsOfTheFrameworks_needNoContract(string path)
    {
        await using Service service = await Service.StartAsync(
            app =>
            {
                RouteGroupBuilder group = app.MapGroup("").WithRowJson();
                group.MapGet("/ok", () => TypedResults.Ok(JsonRows.From(Rows.Dictionaries(1))));
                group.MapGet("/async", () => Results.Ok(JsonRows.From(Async())));
                group.MapGet("/json", () => Results.Json(JsonRows.From(Rows.Dictionaries(1))));
                group.MapGet("/page", object () => JsonRows.From(Rows.Dictionaries(1)).InEnvelope(new JsonRowEnvelope("rows")));
            },
            builder => builder.Services.ConfigureHttpJsonOptions(options => DeclaredValues.Options["context-only"](options.SerializerOptions)));

        string answer = await Exchange.GetAsync(service.Http1, path);

        answer.Should().StartWith("200").And.Contain("[{\"Id\":");

        static async IAsyncEnumerable<Dictionary<string, object?>> Async()
        {
            await Task.Yield();
            yield return Rows.Dictionaries(1)[0];
        }
    }

    [Fact]
    public async Task Tables_ofHandlers_areRows()
    {
        Delegate[] handlers =
        [
            () => Rows.Table(2), () => Rows.Table(2).DefaultView, () => Task.FromResult(Rows.Table(2)), () => TypedResults.Ok(Rows.Table(2)),
            object () => Rows.Table(2), () => Results.Json(Rows.Table(2)),
        ];
        await using Service service = await Service.StartAsync(app =>
        {
            foreach ((int index, Delegate handler) in handlers.Index()) app.MapGet($"/{index}", handler).WithRowJson();
        });

        string expected = JsonRows.From(Rows.Table(2)).ToJsonString(new JsonRowOptions(Rows.Options));
        for (int i = 0; i < handlers.Length; i++) (await service.Http1.GetStringAsync($"/{i}")).Should().Be(expected);
    }

    [Fact]
    public async Task Formatter_ofTheApplications_writes()
    {
        await using Service service = await Service.StartAsync(
            app => app.MapControllers(),
            builder => builder.Services.AddControllers(mvc => mvc.OutputFormatters.Insert(0, new SignedFormatter()))
                .AddApplicationPart(typeof(OrdersController).Assembly).AddRowJson());

        foreach (string path in (string[])["/List", "/Page", "/One"])
            (await Exchange.GetAsync(service.Http1, path)).Should().Contain("X-Signed: yes", path);
        (await Exchange.GetAsync(service.Http1, "/List", "application/jsonl")).Should().Contain("application/jsonl");
    }

    /// <summary>The framework's, with a header more.</summary>
    private sealed class SignedFormatter() : SystemTextJsonOutputFormatter(new JsonSerializerOptions(JsonSerializerOptions.Web))
    {
        public override void WriteResponseHeaders(OutputFormatterWriteContext context)
        {
            base.WriteResponseHeaders(context);
            context.HttpContext.Response.Headers["X-Signed"] = "yes";
        }
    }
}
