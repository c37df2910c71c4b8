using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace RowJson.AspNetCore.Tests;

/// <summary>A reader, its command and its connection are disposed once, in this order, however an answer ends.</summary>
public sealed class DisposalTests
{
    private static readonly string[] Released = ["executed", "reader disposed", "command disposed", "connection disposed"];

    private static readonly string[] CancelledAndReleased =
        ["executed", "cancelled", "reader disposed", "command disposed", "connection disposed"];

    private static readonly string[] ResultPaths = ["/plain/result", "/fast/result", "/mvc/Result"];
    private static readonly string[] SequencePaths = ["/fast/rows", "/fast/rows-async", "/mvc/Rows", "/mvc/Streamed"];

    /// <summary>Results that take over a reader.</summary>
    public static TheoryData<string> Results => [.. ResultPaths];

    /// <summary>Sequences, which open a reader when they are read.</summary>
    public static TheoryData<string> Sequences => [.. SequencePaths];

    public static TheoryData<string> All => [.. ResultPaths, .. SequencePaths];

    public static TheoryData<string, bool> AllByProtocol
    {
        get
        {
            var cases = new TheoryData<string, bool>();
            foreach (string path in (string[])[.. ResultPaths, .. SequencePaths])
            {
                cases.Add(path, false);
                cases.Add(path, true);
            }
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Rows_complete_areReleased(string path)
    {
        var database = new RecordingDatabase(rows: 3);
        await using Service service = await StartAsync(database);

        string body = await service.Http1.GetStringAsync(path);

        body.Should().Be("""[{"number":0},{"number":1},{"number":2}]""");
        await database.Released;
        database.Events.Should().Equal(Released);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Rows_failBeforeTheFirstByte_areReleased(string path)
    {
        var database = new RecordingDatabase(rows: 3, fails: true);
        await using Service service = await StartAsync(database);

        using HttpResponseMessage response = await service.Http1.GetAsync(path);

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        (await response.Content.ReadAsStringAsync()).Should().Contain("\"status\":500").And.NotContain("[");
        await database.Released;
        database.Events.Should().Equal(ReleasedEarly(path));
    }

    [Theory]
    [MemberData(nameof(AllByProtocol))]
    public async Task Rows_failLater_areReleased(string path, bool http2)
    {
        var database = new RecordingDatabase(rows: 100_000, fails: true);
        await using Service service = await StartAsync(database);

        Func<Task> get = async () => await service.Client(http2).GetByteArrayAsync(path);

        await get.Should().ThrowAsync<HttpRequestException>();
        await database.Released;
        database.Events.Should().Equal(ReleasedEarly(path));
    }

    [Theory]
    [MemberData(nameof(AllByProtocol))]
    public async Task Rows_clientLeaves_areReleased(string path, bool http2)
    {
        var database = new RecordingDatabase(rows: long.MaxValue);
        await using Service service = await StartAsync(database);

        using (HttpResponseMessage response = await service.Client(http2).GetAsync(path, HttpCompletionOption.ResponseHeadersRead))
        {
            Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[1000]);
        }

        await database.Released;
        database.Events.Should().Equal(ReleasedEarly(path));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Rows_head_areReleased(string path)
    {
        var database = new RecordingDatabase(rows: 3);
        await using Service service = await StartAsync(database);

        using HttpResponseMessage response = await service.Http1.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be("application/json; charset=utf-8");
        await database.Released;
        // Values are written for HEAD as without RowJson; rows of a result are not read.
        database.Events.Should().Equal(ReleasedEarly(path));
    }

    [Theory]
    [InlineData("/plain/result")]
    [InlineData("/fast/result")]
    [InlineData("/mvc/Result")]
    [InlineData("/mvc/Rows")]
    [InlineData("/mvc/Streamed")]
    public async Task Rows_notAcceptable_areReleased(string path)
    {
        var database = new RecordingDatabase(rows: 3);
        await using Service service = await StartAsync(database);
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { Accept = { new("application/xml") } } };

        using HttpResponseMessage response = await service.Http1.SendAsync(request);

        response.StatusCode.Should().Be(HttpStatusCode.NotAcceptable);
        database.Events.Should().Equal(ReleasedUnread(path));
    }

    [Theory]
    [MemberData(nameof(Results))]
    public async Task Rows_statusWithoutBody_areReleasedAndNotRead(string path)
    {
        foreach (int status in (int[])[204, 304])
        {
            var database = new RecordingDatabase(rows: 3, fails: true);
            await using Service service = await StartAsync(database);

            using HttpResponseMessage response = await service.Http1.GetAsync($"{path}?status={status}");

            ((int)response.StatusCode).Should().Be(status);
            (await response.Content.ReadAsStringAsync()).Should().BeEmpty();
            response.Content.Headers.ContentType.Should().BeNull();
            database.Events.Should().Equal(CancelledAndReleased);
        }
    }

    [Theory]
    [MemberData(nameof(Sequences))]
    public async Task Sequences_statusWithoutBody_answerAsWithoutRowJson(string path)
    {
        foreach (int status in (int[])[204, 304])
        {
            var plain = new RecordingDatabase(rows: 3);
            var fast = new RecordingDatabase(rows: 3);
            await using Service without = await StartAsync(plain, withRowJson: false);
            await using Service with = await StartAsync(fast);

            string expected = await AnswerAsync(without);
            string actual = await AnswerAsync(with);

            actual.Should().Be(expected);
            fast.Events.Should().Equal(plain.Events);

            Task<string> AnswerAsync(Service service) => Exchange.GetAsync(service.Http1, $"{path}?status={status}");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Handlers_filterAnswersFirst_areNotRun(string path)
    {
        var database = new RecordingDatabase(rows: 3);

        HttpStatusCode status = await AnswerOfAFilterAsync(database, path, "before");

        status.Should().Be(HttpStatusCode.Accepted);
        database.Events.Should().BeEmpty();
    }

    /// <summary>What a result has taken over is disposed of by its execution: see the remarks of <c>Disposing</c>.</summary>
    [Theory]
    [MemberData(nameof(Results))]
    public async Task Results_replacedByAFilter_leaveTheirResourcesToTheHandler(string path)
    {
        var database = new RecordingDatabase(rows: 3);

        HttpStatusCode status = await AnswerOfAFilterAsync(database, path, "after");

        status.Should().Be(HttpStatusCode.Accepted);
        database.Events.Should().Equal("executed");
    }

    /// <summary>The serializer ends without an exception, and does not dispose what it enumerates.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Sequences_serverReportsThatTheClientHasLeft_areReleasedAndAborted(bool isAsync)
    {
        var database = new RecordingDatabase(rows: 1_000_000);
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpResponseBodyFeature>(new LeavingClient(flushes: 3));
        object rows = isAsync ? database.RowsAsync() : database.Rows();

        BodyValue root = BodyValue.Of(rows, declaredType: null, AspNetCore.Tests.Rows.Options);
        Func<Task> write = () => ResponseRows.WriteAsync(context, "application/json", root.Write(context, JsonRowFormat.Array));

        await write.Should().ThrowAsync<OperationCanceledException>();
        database.Events.Should().Equal(Released);
    }

    [Fact]
    public async Task Sequences_serverTakesBytesOfAClientThatHasLeft_areReadNoFurther()
    {
        var database = new RecordingDatabase(rows: long.MaxValue);
        using var aborted = new CancellationTokenSource();
        var context = new DefaultHttpContext { RequestAborted = aborted.Token };
        context.Features.Set<IHttpResponseBodyFeature>(new LeavingClient(flushes: 3, aborted));

        BodyValue root = BodyValue.Of(database.Rows(), declaredType: null, AspNetCore.Tests.Rows.Options);
        Func<Task> write = () => ResponseRows.WriteAsync(context, "application/json", root.Write(context, JsonRowFormat.Array));

        await write.Should().ThrowAsync<OperationCanceledException>();
        database.Events.Should().Equal(Released);
    }

    /// <summary>Asks with a filter that answers itself, before or after the handler.</summary>
    private static async Task<HttpStatusCode> AnswerOfAFilterAsync(RecordingDatabase database, string path, string when)
    {
        await using Service service = await StartAsync(database);
        using var request = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { { "Answer", when } } };
        using HttpResponseMessage response = await service.Http1.SendAsync(request);
        return response.StatusCode;
    }

    private static string[] ReleasedEarly(string path) => IsResult(path) ? CancelledAndReleased : Released;

    private static string[] ReleasedUnread(string path) => IsResult(path) ? CancelledAndReleased : [];

    private static bool IsResult(string path) => path.EndsWith("result", StringComparison.OrdinalIgnoreCase);

    private static Task<Service> StartAsync(RecordingDatabase database, bool withRowJson = true) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            app.MapControllers();
            Map(app.MapGroup("/plain"), database);
            RouteGroupBuilder fast = app.MapGroup("/fast");
            Map(withRowJson ? fast.WithRowJson() : fast, database);
        },
        builder =>
        {
            builder.Services.AddSingleton(database);
            builder.Services.AddProblemDetails(
                options => options.CustomizeProblemDetails = context => context.ProblemDetails.Extensions.Clear());
            builder.Services.Configure<RowJsonHttpOptions>(options => options.ReturnNotAcceptable = true);
            IMvcBuilder mvc = builder.Services
                .AddControllers(options =>
                {
                    options.ReturnHttpNotAcceptable = true;
                    options.Filters.Add(new ReplacingFilter());
                })
                .AddApplicationPart(typeof(RecordedController).Assembly);
            if (withRowJson) mvc.AddRowJson();
        });

    private static void Map(RouteGroupBuilder group, RecordingDatabase database)
    {
        group.AddEndpointFilter(async (context, next) => context.HttpContext.Request.Headers["Answer"].ToString() switch
        {
            "before" => TypedResults.Accepted(""),
            "after" => await next(context) is RowsHttpResult ? TypedResults.Accepted("") : null,
            _ => await next(context),
        });
        Map("result", database.Result);
        Map("rows", database.Rows);
        Map("rows-async", () => database.RowsAsync());

        void Map<T>(string path, Func<T> get) => group.MapMethods(path, ["GET", "HEAD"], T (HttpResponse response, int status = 200) =>
        {
            response.StatusCode = status;
            return get();
        });
    }

    private sealed class ReplacingFilter : IActionFilter
    {
        public void OnActionExecuting(ActionExecutingContext context)
        {
            if (context.HttpContext.Request.Headers["Answer"] == "before") context.Result = new AcceptedResult();
        }

        public void OnActionExecuted(ActionExecutedContext context)
        {
            if (context.HttpContext.Request.Headers["Answer"] == "after") context.Result = new AcceptedResult();
        }
    }
}
