using System.Collections.Concurrent;
using System.Net;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using RowJson.Tests;

namespace RowJson.AspNetCore.Tests;

/// <summary>
/// Whatever is between server and endpoint, and wherever rows break: no client receives an incomplete body as a complete one, neither the
/// first nor those that come after it. A failure before anything is sent is an error's status code, without a byte of rows.
/// </summary>
public sealed class MiddlewareTests
{
    private static readonly (string Path, string[] Accepts)[] Entrances =
    [
        ("rows/sync", ["application/json", "application/jsonl", "application/json-seq"]),
        ("rows/async", ["application/json", "application/jsonl", "application/json-seq"]),
        ("with/list", ["application/json"]),
        ("with/ok", ["application/json"]),
        ("with/streamed", ["application/json"]),
        ("with/page", ["application/json"]),
        ("mvc/list", ["application/json", "application/jsonl", "application/json-seq"]),
        ("mvc/streamed", ["application/json", "application/jsonl", "application/json-seq"]),
        ("mvc/page", ["application/json"]),
    ];

    public static TheoryData<Middleware, Break> Cases
    {
        get
        {
            var cases = new TheoryData<Middleware, Break>();
            foreach (Middleware middleware in Enum.GetValues<Middleware>())
                foreach (Break at in Enum.GetValues<Break>())
                    if (at < Break.TimeoutBeforeFirstRow || middleware.HasTimeouts()) cases.Add(middleware, at);
            return cases;
        }
    }

    [Theory]
    [Trait("Speed", "Slow")]
    [MemberData(nameof(Cases))]
    public async Task Answers_brokenRows_areNeverTakenForWhole(Middleware middleware, Break at)
    {
        // Half of the sources block a thread while they wait.
        ThreadPool.SetMinThreads(64, 64);
        await using var host = await Host.StartAsync(middleware, at);
        var defects = new ConcurrentQueue<string>();

        await Task.WhenAll(
            from entrance in Entrances
            from accept in entrance.Accepts
            from http2 in (bool[])[false, true]
            where MatrixShare.Has(2, (int)middleware, (int)at, entrance.Path.Length, accept.Length, http2 ? 1 : 0)
            select Task.Run(async () =>
            {
                string path = $"{entrance.Path}/{accept.Replace('/', '-')}-{(http2 ? "2" : "1.1")}";
                if (await DefectAsync(host, path, accept, http2) is { } defect) defects.Enqueue($"{path}: {defect}");
            }));

        string.Join('\n', defects.Order(StringComparer.Ordinal)).Should().BeEmpty();

        async Task<string?> DefectAsync(Host host, string path, string accept, bool http2)
        {
            Answer first = at == Break.ClientLeaves
                ? await host.LeaveAsync(path, accept, http2)
                : await host.GetAsync(path, accept, http2, client: 1);
            await host.EndedAsync(path);
            if (DefectOfFirst(path, first) is { } defect) return $"first client: {defect}";
            byte[] expected = Expected(path, accept);
            for (int client = 2; client <= 3; client++)
            {
                Answer next = await host.GetAsync(path, accept, http2, client);
                if (next.Status != HttpStatusCode.OK) return $"client {client}: {next}";
                if (!next.Body.AsSpan().SequenceEqual(expected))
                    return $"client {client}: {next.Body.Length} bytes of {expected.Length}, and the answer looks complete";
            }
            return null;
        }

        string? DefectOfFirst(string path, Answer answer) => at switch
        {
            Break.ClientLeaves => null,
            Break.BeforeFirstRow or Break.InFirstBatch => IsError(answer, HttpStatusCode.InternalServerError),
            // Rows of a value leave before each wait for more.
            Break.TimeoutInFirstBatch when path.Contains("/streamed/", StringComparison.Ordinal) => IsBrokenOff(answer),
            Break.TimeoutBeforeFirstRow or Break.TimeoutInFirstBatch =>
                // An error handler below the timeouts answers for a request that is aborted.
                IsError(answer, middleware == Middleware.TimeoutsOverErrors ? (HttpStatusCode)499 : HttpStatusCode.GatewayTimeout),
            _ when middleware.Buffers() => IsError(answer, HttpStatusCode.InternalServerError),
            _ => IsBrokenOff(answer),
        };

        static string? IsBrokenOff(Answer answer) =>
            answer.Status is null || answer.Status >= HttpStatusCode.BadRequest ? null : $"received an incomplete body as complete: {answer}";

        static string? IsError(Answer answer, HttpStatusCode status) =>
            answer.Status != status ? $"expected {(int)status}: {answer}"
            : answer.Body.AsSpan().IndexOf("Customer"u8) >= 0 ? $"rows before the error: {answer}"
            : null;
    }

    private static byte[] Expected(string path, string accept)
    {
        List<Order> rows = Rows.Orders(Breaking.Count);
        if (path.Contains("page", StringComparison.Ordinal))
            return JsonSerializer.SerializeToUtf8Bytes(new BreakingPage(Breaking.Count, rows), Rows.Options);
        if (accept == "application/json") return JsonSerializer.SerializeToUtf8Bytes(rows, Rows.Options);
        string start = accept == "application/json-seq" ? "\u001e" : "";
        return Encoding.UTF8.GetBytes(string.Concat(rows.Select(row => $"{start}{JsonSerializer.Serialize(row, Rows.Options)}\n")));
    }

    /// <summary>What a client has got; no status where the transfer broke.</summary>
    private sealed record Answer(HttpStatusCode? Status, byte[] Body)
    {
        public override string ToString() => Status is null
            ? $"a broken transfer: {Encoding.UTF8.GetString(Body)}"
            : $"{(int)Status} with {Body.Length} bytes, {Encoding.UTF8.GetString(Body.AsSpan(0, Math.Min(80, Body.Length)))}";
    }

    /// <summary>A service with all entrances to rows that break.</summary>
    private sealed class Host : IAsyncDisposable
    {
        private readonly Breaking _source;
        private readonly Service _service;
        private readonly ConcurrentDictionary<string, TaskCompletionSource> _ended;

        private Host(Breaking source, Service service, ConcurrentDictionary<string, TaskCompletionSource> ended) =>
            (_source, _service, _ended) = (source, service, ended);

        public static async Task<Host> StartAsync(Middleware middleware, Break at)
        {
            var source = new Breaking(at);
            var ended = new ConcurrentDictionary<string, TaskCompletionSource>();
            Service service = await Service.StartAsync(
                app =>
                {
                    app.Use(async (context, next) =>
                    {
                        // Of the server's own token, before middleware replaces it.
                        context.Items[nameof(Breaking)] = context.RequestAborted;
                        if (source.WaitsForTimeout(context)) MiddlewareSetup.ShortenTimeout(context);
                        try
                        {
                            await next(context);
                        }
                        finally
                        {
                            Ended(ended, context.Request.Path.Value!.TrimStart('/')).TrySetResult();
                        }
                    });
                    app.UseExceptionHandler();
                    app.Use(middleware);
                    Map(app, source);
                },
                builder =>
                {
                    MiddlewareSetup.AddServices(builder.Services);
                    builder.Services.AddSingleton(source);
                    builder.Services.AddControllers().AddApplicationPart(typeof(BreakingController).Assembly).AddRowJson();
                });
            return new Host(source, service, ended);
        }

        /// <summary>The server has done with the first request.</summary>
        public Task EndedAsync(string path) => Ended(_ended, path).Task.WaitAsync(TimeSpan.FromSeconds(60));

        public async Task<Answer> GetAsync(string path, string accept, bool http2, int client)
        {
            try
            {
                using HttpRequestMessage request = Request(path, accept, http2, client);
                using HttpResponseMessage response = await _service.Client(http2).SendAsync(request);
                byte[] body = await response.Content.ReadAsByteArrayAsync();
                return new Answer(response.StatusCode, Decoded(response, body));
            }
            catch (HttpRequestException exception)
            {
                return new Answer(null, Encoding.UTF8.GetBytes(exception.ToString()));
            }
        }

        /// <summary>Asks, and leaves when rows are under way.</summary>
        public async Task<Answer> LeaveAsync(string path, string accept, bool http2)
        {
            using var left = new CancellationTokenSource();
            using HttpRequestMessage request = Request(path, accept, http2, client: 1);
            Task<HttpResponseMessage> get = _service.Client(http2).SendAsync(request, left.Token);
            await _source.ReachedAsync(path);
            await left.CancelAsync();
            await get.ContinueWith(static _ => { }, TaskScheduler.Default);
            return new Answer(null, []);
        }

        public ValueTask DisposeAsync() => _service.DisposeAsync();

        private static HttpRequestMessage Request(string path, string accept, bool http2, int client)
        {
            var request = new HttpRequestMessage(HttpMethod.Get, path)
            {
                Version = http2 ? HttpVersion.Version20 : HttpVersion.Version11,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            request.Headers.Add(Breaking.Client, $"{client}");
            request.Headers.Accept.ParseAdd(accept);
            request.Headers.AcceptEncoding.ParseAdd("gzip");
            return request;
        }

        private static byte[] Decoded(HttpResponseMessage response, byte[] body)
        {
            if (!response.Content.Headers.ContentEncoding.Contains("gzip")) return body;
            using var gzip = new System.IO.Compression.GZipStream(new MemoryStream(body), System.IO.Compression.CompressionMode.Decompress);
            var decoded = new MemoryStream();
            gzip.CopyTo(decoded);
            return decoded.ToArray();
        }

        private static void Map(WebApplication app, Breaking source)
        {
            app.MapGet("rows/sync/{name}", (HttpContext context) => Results.Extensions.Rows(source.Read(Name(context), context)));
            app.MapGet("rows/async/{name}", (HttpContext context) => Results.Extensions.Rows(source.ReadAsync(Name(context), context)));
            RouteGroupBuilder with = app.MapGroup("with").WithRowJson();
            with.MapGet("list/{name}", (HttpContext context) => source.Read(Name(context), context));
            with.MapGet("ok/{name}", (HttpContext context) => TypedResults.Ok(source.Read(Name(context), context)));
            with.MapGet("streamed/{name}", (HttpContext context) => source.ReadAsync(Name(context), context));
            with.MapGet("page/{name}", (HttpContext context) =>
                new BreakingPage(Breaking.Count, source.Read(Name(context), context)));
            app.MapControllers();
        }

        private static TaskCompletionSource Ended(ConcurrentDictionary<string, TaskCompletionSource> ended, string path) =>
            ended.GetOrAdd(path, static _ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
    }

    private static string Name(HttpContext context) => context.Request.Path.Value!.TrimStart('/');
}
