using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>
/// Sources that fail after the response has begun: the server logs the exception, raises its event and measures its type, whatever the
/// exception is. Of an aborted connection, the server takes some for the client's leaving.
/// </summary>
public sealed class LateFailureTests
{
    private static readonly string[] Entrances = ["with/list", "with/ok", "with/async", "with/page", "rows", "mvc-late/list", "mvc-late/streamed"];

    public static TheoryData<string, string> Cases
    {
        get
        {
            var cases = new TheoryData<string, string>();
            foreach (string entrance in Entrances)
                foreach (string failure in LateSource.Failures) cases.Add(entrance, failure);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Source_failsLate_isReportedByTheServer(string entrance, string failure)
    {
        using var seen = new Seen();
        await using Service service = await StartAsync(seen, usesErrorHandler: false);

        await GetAsync(service, $"{entrance}/{failure}", http2: false);

        await Hang.UntilAsync(() => !seen.Durations.IsEmpty);
        Type expected = LateSource.Create(failure).GetType();
        service.Logs.Entries.Where(entry => entry.Level == LogLevel.Error).Should().ContainSingle()
            .Which.Should().Match<LogEntry>(entry => entry.Category == "Microsoft.AspNetCore.Server.Kestrel" && entry.Id.Id == 13)
            .And.Match<LogEntry>(entry => IsOrHas(entry.Exception!, expected));
        seen.Events.Should().ContainSingle().Which.Should().Match<Exception>(exception => IsOrHas(exception, expected));
        seen.Durations.Should().ContainSingle().Which.Should().NotBeNull("there is an error.type");
        service.RowLogs.Should().ContainSingle().Which.Id.Name.Should().Be("RowsFailed");
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Source_failsLateBelowAnErrorHandler_isReportedByBoth(string entrance, string failure)
    {
        using var seen = new Seen();
        await using Service service = await StartAsync(seen, usesErrorHandler: true);

        await GetAsync(service, $"{entrance}/{failure}", http2: true);

        await Hang.UntilAsync(() => !seen.Durations.IsEmpty);
        Type expected = LateSource.Create(failure).GetType();
        service.Logs.Entries.Where(entry => entry.Level == LogLevel.Error && entry.Exception is not null)
            .Select(entry => (entry.Category, IsOrHas(entry.Exception!, expected)))
            .Should().Equal(
                ("Microsoft.AspNetCore.Diagnostics.ExceptionHandlerMiddleware", true), ("Microsoft.AspNetCore.Server.Kestrel", true));
        seen.Events.Should().ContainSingle();
        seen.Durations.Should().ContainSingle().Which.Should().NotBeNull("there is an error.type");
    }

    /// <summary>What is logged with plain ASP.NET Core: the test above would hold nothing if these did not fail.</summary>
    [Theory]
    [InlineData("io")]
    [InlineData("http")]
    [InlineData("data")]
    public async Task Source_failsLateWithoutRowJson_isReportedByTheServer(string failure)
    {
        using var seen = new Seen();
        await using Service service = await StartAsync(seen, usesErrorHandler: false);

        await GetAsync(service, $"plain/list/{failure}", http2: false);

        await Hang.UntilAsync(() => !seen.Durations.IsEmpty);
        service.Logs.Entries.Where(entry => entry.Level == LogLevel.Error).Should().ContainSingle().Which.Id.Id.Should().Be(13);
        seen.Events.Should().ContainSingle();
        seen.Durations.Should().ContainSingle().Which.Should().NotBeNull();
    }

    [Theory]
    [InlineData("with/list/io", "IEnumerable<Order>", "IOException: The line is cut.")]
    [InlineData("with/ok/io", "IEnumerable<Order>", "IOException: The line is cut.")]
    [InlineData("with/query/io", "IEnumerable<Order>", "IOException: The line is cut.")]
    [InlineData("with/object/http", "IEnumerable<Order>", "HttpIOException: The response ended prematurely.")]
    [InlineData("with/async/data", "IAsyncEnumerable<Order>", "InvalidDataException: The data are bad.")]
    [InlineData("with/page/data", "LatePage", "InvalidDataException: The data are bad.")]
    [InlineData("with/anonymous/data", "anonymous type (Int32, IEnumerable<Order>)", "InvalidDataException: The data are bad.")]
    [InlineData("mvc-late/list/timeout", "IEnumerable<Order>", "TaskCanceledException: It took too long.")]
    [InlineData("mvc-late/streamed/io", "IAsyncEnumerable<Order>", "IOException: The line is cut.")]
    public async Task Value_failsLate_logSaysWhatAndWhy(string path, string type, string failure)
    {
        using var seen = new Seen();
        await using Service service = await StartAsync(seen, usesErrorHandler: false);

        await GetAsync(service, path, http2: false);

        await Hang.UntilAsync(() => !seen.Durations.IsEmpty);
        LogEntry entry = service.RowLogs.Should().ContainSingle().Subject;
        entry.Id.Should().Be(new EventId(1, "RowsFailed"));
        entry.Level.Should().Be(LogLevel.Warning);
        entry.Message.Should().StartWith($"A value of type {type} could not be written after ").And.Contain(failure)
            .And.Contain(" bytes of the body").And.NotContain("Unknown").And.NotContain("-1").And.NotContain("null");
    }

    private static bool IsOrHas(Exception exception, Type type) => exception.GetType() == type || exception.InnerException?.GetType() == type;

    private static async Task GetAsync(Service service, string path, bool http2)
    {
        Func<Task> get = () => service.Client(http2).GetByteArrayAsync(path);
        await get.Should().ThrowAsync<HttpRequestException>();
    }

    private static Task<Service> StartAsync(Seen seen, bool usesErrorHandler) => Service.StartAsync(
        app =>
        {
            seen.Listen(app);
            if (usesErrorHandler) app.UseExceptionHandler();
            app.MapGet("plain/list/{failure}", (string failure) => LateSource.Read(failure));
            app.MapGet("rows/{failure}", (string failure) => Results.Extensions.Rows(LateSource.Read(failure)));
            RouteGroupBuilder with = app.MapGroup("with").WithRowJson();
            with.MapGet("list/{failure}", (string failure) => LateSource.Read(failure));
            with.MapGet("ok/{failure}", (string failure) => TypedResults.Ok(LateSource.Read(failure)));
            with.MapGet("async/{failure}", (string failure) => LateSource.ReadAsync(failure));
            with.MapGet("query/{failure}", (string failure) => LateSource.Read(failure).Where(order => order is not null));
            with.MapGet("object/{failure}", object (string failure) => LateSource.Read(failure));
            with.MapGet("anonymous/{failure}", (string failure) => new { Total = 1, Items = LateSource.Read(failure) });
            with.MapGet("page/{failure}", (string failure) => new LatePage(1, LateSource.Read(failure)));
            app.MapControllers();
        },
        builder =>
        {
            builder.Services.AddProblemDetails();
            builder.Services.AddControllers().AddApplicationPart(typeof(LateFailureController).Assembly).AddRowJson();
        });

    private sealed record LatePage(int Total, IEnumerable<Order> Items);

    /// <summary>The events and measurements of one service.</summary>
    private sealed class Seen : IObserver<KeyValuePair<string, object?>>, IDisposable
    {
        private readonly MeterListener _meters = new();
        private IDisposable? _subscription;

        public ConcurrentQueue<Exception> Events { get; } = [];

        /// <summary>The <c>error.type</c> of each request.</summary>
        public ConcurrentQueue<string?> Durations { get; } = [];

        public void Listen(WebApplication app)
        {
            _subscription = app.Services.GetRequiredService<DiagnosticListener>().Subscribe(this);
            IMeterFactory meters = app.Services.GetRequiredService<IMeterFactory>();
            _meters.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name == "http.server.request.duration" && ReferenceEquals(instrument.Meter.Scope, meters))
                    listener.EnableMeasurementEvents(instrument);
            };
            _meters.SetMeasurementEventCallback<double>((_, _, tags, _) => Durations.Enqueue(ErrorType(tags)));
            _meters.Start();
        }

        public void OnNext(KeyValuePair<string, object?> value)
        {
            if (value.Key != "Microsoft.AspNetCore.Hosting.UnhandledException") return;
            Events.Enqueue((Exception)value.Value!.GetType().GetProperty("exception")!.GetValue(value.Value)!);
        }

        public void OnCompleted()
        {
        }

        public void OnError(Exception error)
        {
        }

        public void Dispose()
        {
            _meters.Dispose();
            _subscription?.Dispose();
        }

        private static string? ErrorType(ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            foreach (KeyValuePair<string, object?> tag in tags)
                if (tag.Key == "error.type") return (string?)tag.Value;
            return null;
        }
    }
}

/// <summary>Rows whose source fails after several batches.</summary>
internal static class LateSource
{
    public static readonly string[] Failures = ["io", "http", "timeout", "cancelled", "data"];

    public static Exception Create(string failure) => failure switch
    {
        "io" => new IOException("The line is cut."),
        "http" => new HttpIOException(HttpRequestError.ResponseEnded, "The response ended prematurely."),
        "timeout" => new TaskCanceledException("It took too long."),
        "cancelled" => new OperationCanceledException("Somebody else's token."),
        _ => new InvalidDataException("The data are bad."),
    };

    public static IEnumerable<Order> Read(string failure)
    {
        foreach (Order order in Rows.Orders(4000)) yield return order;
        throw Create(failure);
    }

    public static async IAsyncEnumerable<Order> ReadAsync(string failure)
    {
        foreach (Order order in Rows.Orders(4000)) yield return order;
        await Task.Yield();
        throw Create(failure);
    }
}

/// <summary>Actions whose rows fail.</summary>
[ApiController]
[ApiExplorerSettings(IgnoreApi = true)]
[Route("mvc-late/[action]/{failure}")]
public sealed class LateFailureController : ControllerBase
{
    [HttpGet]
    public IEnumerable<Order> List(string failure) => LateSource.Read(failure);

    [HttpGet]
    public IAsyncEnumerable<Order> Streamed(string failure) => LateSource.ReadAsync(failure);
}
