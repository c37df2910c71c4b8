using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

/// <summary>A result opens what its command needs, and releases it however the answer ends.</summary>
public sealed class CommandResultTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_complete_releaseReaderConnectionAndCommand(bool isOpen)
    {
        var database = new RecordingDatabase(rows: 3);
        await using Service service = await StartAsync(database, isOpen);

        string body = await service.Http1.GetStringAsync("/");

        body.Should().Be("""[{"number":0},{"number":1},{"number":2}]""");
        ShouldBe(database, isOpen, "executed", "reader disposed", "closed", "command disposed");
        service.Logs.Entries.Should().NotContain(entry => entry.Level >= LogLevel.Warning);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_failBeforeTheFirstByte_answer500(bool isOpen)
    {
        var database = new RecordingDatabase(rows: 3, fails: true);
        await using Service service = await StartAsync(database, isOpen);

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        ShouldBe(database, isOpen, "executed", "cancelled", "reader disposed", "closed", "command disposed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_queryFails_answer500(bool isOpen)
    {
        var database = new RecordingDatabase(rows: 3, isRefused: true);
        await using Service service = await StartAsync(database, isOpen);

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        ShouldBe(database, isOpen, "executed", "closed", "command disposed");
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Rows_clientLeaves_cancelTheCommandOnce(bool isOpen, bool http2)
    {
        var database = new RecordingDatabase(rows: long.MaxValue);
        await using Service service = await StartAsync(database, isOpen);

        using (HttpResponseMessage response = await service.Client(http2).GetAsync("/", HttpCompletionOption.ResponseHeadersRead))
        {
            Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[1000]);
        }

        ShouldBe(database, isOpen, "executed", "cancelled", "reader disposed", "closed", "command disposed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_head_areNotExecuted(bool isOpen)
    {
        var database = new RecordingDatabase(rows: 3);
        await using Service service = await StartAsync(database, isOpen);

        using HttpResponseMessage response = await service.Http1.SendAsync(new HttpRequestMessage(HttpMethod.Head, "/"));

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        string[] expected = isOpen ? ["command disposed", "closed"] : ["command disposed"];
        database.WaitFor(expected.Length);
        database.Events.Should().Equal(expected);
    }

    /// <summary>It executes itself over a connection of its own, and releases that with its reader.</summary>
    [Fact]
    public async Task Rows_ofACommandWithoutConnection_areReadAndReleased()
    {
        var database = new RecordingDatabase(rows: 2);
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => database.DataSourceResult()));

        (await service.Http1.GetStringAsync("/")).Should().Be("""[{"number":0},{"number":1}]""");

        ShouldBe(database, isOpen: true, "executed", "reader disposed", "command disposed");
    }

    /// <summary>
    /// The query is then ended by its reader: to dispose of it would read the rest of the rows. What fails while it is released is logged,
    /// and harms nothing; that a data source's command refuses is no failure.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rows_failAndTheCommandCannotBeCancelled_releaseTheRest(bool isOfSource)
    {
        Exception refusal = isOfSource ? new NotSupportedException("Not of a data source.") : new TimeoutException("It does not listen.");
        var database = new RecordingDatabase(rows: 2, fails: true, cancelFailure: refusal);
        await using Service service = await Service.StartAsync(
            app =>
            {
                app.UseExceptionHandler();
                app.MapGet("/", () => database.Result());
            },
            builder => builder.Services.AddProblemDetails());

        using HttpResponseMessage response = await service.Http1.GetAsync("/");

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
        ShouldBe(
            database, isOpen: true,
            "executed", "cancelled", "next result cancelled", "reader disposed", "command disposed", "connection disposed");
        service.RowLogs.Where(entry => ReferenceEquals(entry.Exception, refusal))
            .Select(entry => entry.Message.Contains("RecordingCommand", StringComparison.Ordinal))
            .Should().Equal(isOfSource ? [] : [true]);
    }

    private static void ShouldBe(RecordingDatabase database, bool isOpen, params string[] events)
    {
        string[] expected = isOpen ? events : ["opened", .. events];
        database.WaitFor(expected.Length);
        database.Events.Should().Equal(expected);
    }

    private static Task<Service> StartAsync(RecordingDatabase database, bool isOpen) => Service.StartAsync(
        app =>
        {
            app.UseExceptionHandler();
            app.MapMethods("/", ["GET", "HEAD"], () => database.CommandResult(isOpen));
        },
        builder => builder.Services.AddProblemDetails());
}
