using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace RowJson.Tests;

/// <summary>Rows as the body of requests to a server that reads, stops reading, refuses, redirects or drops.</summary>
public sealed class SendingTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(60);

    /// <summary>A tenth of it does not fit into the buffers between client and server.</summary>
    private const int ManyRows = 4_000_000;

    public static TheoryData<string> Versions => ["1.1", "2.0"];

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_rows_arriveWhole(string version)
    {
        var received = new TaskCompletionSource<(byte[] Body, bool IsComplete, string? Length, string? Type)>();
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app => app.MapPost("/", async (HttpRequest request) =>
        {
            (byte[] body, bool isComplete) = await ReceivingServer.ReadAsync(request);
            received.SetResult((body, isComplete, request.Headers.ContentLength?.ToString(), request.ContentType));
        }));
        JsonRows rows = JsonRows.From(Enumerable.Range(0, 30_000));

        using HttpResponseMessage response = await server.Client.PostAsync("/", rows.ToHttpContent());

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        (byte[] body, bool isComplete, string? length, string? type) = await received.Task;
        (isComplete, length, type).Should().Be((true, null, "application/json; charset=utf-8"));
        body.Should().Equal(rows.ToUtf8Bytes());
    }

    [Fact]
    public async Task Send_synchronously_arrivesWhole()
    {
        await using ReceivingServer server = await ReceivingServer.StartAsync("1.1", app => app.MapPost(
            "/", async (HttpRequest request) => (await ReceivingServer.ReadAsync(request)).Body.Length.ToString()));
        using var request = new HttpRequestMessage(HttpMethod.Post, "/") { Content = JsonRows.From(new[] { 1, 2 }).ToHttpContent() };

        using HttpResponseMessage response = server.Client.Send(request);

        new StreamReader(response.Content.ReadAsStream()).ReadToEnd().Should().Be("5");
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_rowsOfAFeed_arriveWhileTheyAreRead(string version)
    {
        var firstIsThere = new TaskCompletionSource();
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app => app.MapPost("/", async (HttpRequest request) =>
        {
            using var reader = new StreamReader(request.Body);
            string? line = await reader.ReadLineAsync();
            firstIsThere.SetResult();
            return line + await reader.ReadToEndAsync();
        }));
        var options = new JsonRowOptions { Format = JsonRowFormat.Lines, FlushInterval = TimeSpan.Zero };

        using HttpResponseMessage response = await server.Client.PostAsync("/", JsonRows.From(Feed()).ToHttpContent(options)).WaitAsync(Soon);

        (await response.Content.ReadAsStringAsync()).Should().Be("12\n");

        async IAsyncEnumerable<int> Feed()
        {
            yield return 1;
            await firstIsThere.Task;
            yield return 2;
        }
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_failingSource_neverEndsTheBody(string version)
    {
        foreach (JsonRowCompression compression in Enum.GetValues<JsonRowCompression>())
        {
            var received = new TaskCompletionSource<(byte[] Body, bool IsComplete)>();
            await using ReceivingServer server = await ReceivingServer.StartAsync(
                version, app => app.MapPost("/", async (HttpRequest request) => received.SetResult(await ReceivingServer.ReadAsync(request))));
            var rows = new ProbedSequence(500_000, failAt: 400_000);
            Func<Task> send = () => server.Client.PostAsync("/", JsonRows.From(rows).ToHttpContent(compression: compression));

            Exception failure = (await send.Should().ThrowAsync<Exception>()).Which;

            Chain(failure).OfType<JsonRowException>().Single().RowIndex.Should().Be(400_000);
            (byte[] body, bool isComplete) = await received.Task.WaitAsync(Soon);
            isComplete.Should().BeFalse();
            rows.IsDisposed.Should().BeTrue();
            if (compression == JsonRowCompression.None)
                JsonRows.From(Enumerable.Range(0, 400_000)).ToJsonString().Should().StartWith(Encoding.UTF8.GetString(body));
        }
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_serverStopsReading_holdsTheSourceBack(string version)
    {
        var goesOn = new TaskCompletionSource();
        var stopped = new TaskCompletionSource();
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app => app.MapPost("/", async (HttpRequest request) =>
        {
            await request.Body.ReadExactlyAsync(new byte[10]);
            stopped.SetResult();
            await goesOn.Task;
            return 10 + (await ReceivingServer.ReadAsync(request)).Body.Length;
        }));
        var rows = new ProbedSequence(ManyRows);
        Task<HttpResponseMessage> sending = server.Client.PostAsync("/", JsonRows.From(rows).ToHttpContent());
        await stopped.Task.WaitAsync(Soon);
        int given = await SettledAsync(() => rows.Given);

        sending.IsCompleted.Should().BeFalse();
        given.Should().BeLessThan(ManyRows / 2);
        goesOn.SetResult();
        using HttpResponseMessage response = await sending.WaitAsync(Soon);
        (await response.Content.ReadAsStringAsync()).Should().Be($"{LengthOfNumbers(ManyRows)}");
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_cancelled_releasesTheSource(string version)
    {
        var stopped = new TaskCompletionSource();
        var received = new TaskCompletionSource<bool>();
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app => app.MapPost("/", async (HttpRequest request) =>
        {
            await request.Body.ReadExactlyAsync(new byte[10]);
            stopped.SetResult();
            await Task.Delay(300);
            received.SetResult((await ReceivingServer.ReadAsync(request)).IsComplete);
        }));
        var rows = new ProbedSequence(ManyRows);
        using var cancellation = new CancellationTokenSource();
        Task<HttpResponseMessage> sending = server.Client.PostAsync("/", JsonRows.From(rows).ToHttpContent(), cancellation.Token);
        await stopped.Task.WaitAsync(Soon);
        await cancellation.CancelAsync();

        await FluentActions.Awaiting(() => sending.WaitAsync(Soon)).Should().ThrowAsync<OperationCanceledException>();
        (await received.Task.WaitAsync(Soon)).Should().BeFalse();
        await SettledAsync(() => rows.IsDisposed ? 1 : 0, until: 1);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_serverRefuses_givesItsAnswerAndEndsTheSource(string version)
    {
        await using ReceivingServer server = await ReceivingServer.StartAsync(
            version, app => app.MapPost("/", (HttpContext context) => context.Response.StatusCode = StatusCodes.Status413PayloadTooLarge));
        var rows = new ProbedSequence(ManyRows);
        try
        {
            using HttpResponseMessage response = await server.Client.PostAsync("/", JsonRows.From(rows).ToHttpContent()).WaitAsync(Soon);
            response.StatusCode.Should().Be(HttpStatusCode.RequestEntityTooLarge);
        }
        catch (HttpRequestException)
        {
            // The connection may be reset before the client has read the answer.
        }

        await SettledAsync(() => rows.IsDisposed ? 1 : 0, until: 1);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_serverDrops_failsAndReleasesTheSource(string version)
    {
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app => app.MapPost("/", async (HttpContext context) =>
        {
            await context.Request.Body.ReadExactlyAsync(new byte[10]);
            context.Abort();
        }));
        var rows = new ProbedSequence(ManyRows);

        await FluentActions.Awaiting(() => server.Client.PostAsync("/", JsonRows.From(rows).ToHttpContent()).WaitAsync(Soon))
            .Should().ThrowAsync<Exception>();
        await SettledAsync(() => rows.IsDisposed ? 1 : 0, until: 1);
        rows.Given.Should().BeLessThan(ManyRows);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Post_redirected_sendsListsAgainAndRefusesOtherSources(string version)
    {
        await using ReceivingServer server = await ReceivingServer.StartAsync(version, app =>
        {
            app.MapPost("/", async (HttpRequest request) =>
            {
                await ReceivingServer.ReadAsync(request);
                return Results.Redirect("/there", permanent: false, preserveMethod: true);
            });
            app.MapPost("/there", async (HttpRequest request) => Encoding.UTF8.GetString((await ReceivingServer.ReadAsync(request)).Body));
        });

        using HttpResponseMessage response = await server.Client.PostAsync("/", JsonRows.From(new List<int> { 1, 2 }).ToHttpContent());
        (await response.Content.ReadAsStringAsync()).Should().Be("[1,2]");
        Exception failure = (await FluentActions.Awaiting(
            () => server.Client.PostAsync("/", JsonRows.From(new ProbedSequence(2)).ToHttpContent())).Should().ThrowAsync<Exception>()).Which;
        Chain(failure).Should().Contain(exception => exception.Message.Contains("source can be read once"));
    }

    private static IEnumerable<Exception> Chain(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException) yield return exception;
    }

    /// <summary>Waits until a number is what is expected, or has not changed for a while.</summary>
    private static async Task<int> SettledAsync(Func<int> value, int? until = null)
    {
        long end = Environment.TickCount64 + (long)Soon.TotalMilliseconds;
        for (int last = value(), same = 0; Environment.TickCount64 < end; last = value())
        {
            if (last == until || (until is null && same == 5)) return last;
            await Task.Delay(60);
            same = value() == last ? same + 1 : 0;
        }
        throw new TimeoutException($"{value()} instead of {until}.");
    }

    private static long LengthOfNumbers(int count)
    {
        long length = 1 + count;
        for (int i = 0; i < count; i++) length += i.ToString(System.Globalization.CultureInfo.InvariantCulture).Length;
        return length;
    }
}
