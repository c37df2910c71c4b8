using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;

namespace RowJson.AspNetCore.Tests;

public sealed class AbortTests
{
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Rows_clientLeaves_stopTheSourceQuietly(bool http2, bool isAsync)
    {
        var resource = new Resource();
        var source = new EndlessRows();
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => isAsync
            ? Results.Extensions.Rows(source.ReadAsync()).Disposing(resource)
            : Results.Extensions.Rows(source.Read()).Disposing(resource)));

        using (HttpResponseMessage response = await service.Client(http2).GetAsync("/", HttpCompletionOption.ResponseHeadersRead))
        {
            Stream body = await response.Content.ReadAsStreamAsync();
            await body.ReadExactlyAsync(new byte[1000]);
        }

        await resource.Disposed;
        source.HasEnded.Should().BeTrue();
        service.Logs.Entries.Should().NotContain(entry => entry.Level >= LogLevel.Warning);
        service.RowLogs.Should().ContainSingle().Which.Id.Should().Be(new EventId(2, "RequestAborted"));
    }

    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Rows_clientReadsNothing_keepTheSourceWaiting()
    {
        var source = new EndlessRows();
        await using Service service = await Service.StartAsync(app => app.MapGet("/", () => Results.Extensions.Rows(source.ReadAsync())));

        using HttpResponseMessage response = await service.Http1.GetAsync("/", HttpCompletionOption.ResponseHeadersRead);
        long read = await source.StandstillAsync();

        // What is under way: sockets' buffers, the server's 64 KiB, a batch. A row has some 80 bytes.
        (read * 80).Should().BeLessThan(32 * 1024 * 1024);
    }

    /// <summary>A flush shows that the client has left, and the server has not cancelled the request's token yet, as Kestrel.</summary>
    [Theory]
    [InlineData("rows")]
    [InlineData("list")]
    [InlineData("holder")]
    public async Task Rows_flushShowsThatTheClientHasLeft_failAfterTheTokenIsCancelled(string kind)
    {
        using var aborted = new CancellationTokenSource();
        Task answer = AnswerAsync(kind, aborted.Token);
        answer.IsCompleted.Should().BeFalse();

        await aborted.CancelAsync();

        await FluentActions.Awaiting(() => answer).Should().ThrowAsync<OperationCanceledException>();
    }

    /// <summary>Middleware may set a token that nobody cancels.</summary>
    [Fact]
    [Trait("Speed", "Slow")]
    public async Task Rows_tokenIsNeverCancelled_failAllTheSame()
    {
        using var aborted = new CancellationTokenSource();

        Func<Task> answer = () => AnswerAsync("rows", aborted.Token);

        await answer.Should().ThrowAsync<OperationCanceledException>();
    }

    /// <summary>Answers a client that leaves at the second flush; the server reports that before it cancels the token.</summary>
    private static Task AnswerAsync(string kind, CancellationToken aborted)
    {
        var context = new DefaultHttpContext { RequestAborted = aborted };
        context.Features.Set<IHttpResponseBodyFeature>(new LeavingClient(flushes: 2));
        List<Order> orders = Rows.Orders(10_000);
        if (kind is "rows") return Results.Extensions.Rows(orders).ExecuteAsync(context);
        object value = kind is "list" ? orders : new Holder(orders);
        BodyWrite write = BodyValue.Of(value, declaredType: null, Rows.Options).Write(context, JsonRowFormat.Array);
        return ResponseRows.WriteAsync(context, "application/json", write);
    }

    private sealed record Holder(List<Order> Orders);

    private sealed class EndlessRows
    {
        private long _read;

        public bool HasEnded { get; private set; }

        public IEnumerable<Order> Read()
        {
            try
            {
                Order order = Rows.Orders(1)[0];
                while (true)
                {
                    Interlocked.Increment(ref _read);
                    yield return order;
                }
            }
            finally
            {
                HasEnded = true;
            }
        }

        public async IAsyncEnumerable<Order> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            foreach (Order order in Read())
            {
                if (_read % 1000 == 0) await Task.Delay(1, cancellationToken);
                yield return order;
            }
        }

        /// <summary>The number of rows read when no more are read for a second.</summary>
        public async Task<long> StandstillAsync()
        {
            long before = -1;
            while (Interlocked.Read(ref _read) is var now && now != before)
            {
                before = now;
                await Task.Delay(1000);
            }
            return before;
        }
    }
}
