using System.IO.Compression;
using System.Text.Json;
using ClickHouse.Driver;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace RowJson.Hosts.Tests;

/// <summary>ClickHouse's driver reads the rows as a stream and sends them as it reads. The server is a stub that keeps what it gets.</summary>
public class ClickHouseHostTests
{
    private const int Rows = 50_000;

    private static readonly JsonRowOptions Lines = new() { Format = JsonRowFormat.Lines };
    private static readonly JsonRowOptions CompactLines = new() { Format = JsonRowFormat.CompactLines };

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task InsertRawStreamAsync_rowsAsStream_sendsALineForEachRow(bool isCompressed)
    {
        await using Insert insert = await Insert.StartAsync();
        using Stream stream = JsonRows.From(Orders()).AsStream(Lines);

        using HttpResponseMessage response = await insert.Client.InsertRawStreamAsync(
            "orders", stream, "JSONEachRow", ["Id", "Name"], isCompressed);

        response.EnsureSuccessStatusCode();
        (string query, string body) = await insert.Received;
        query.Should().Contain("orders").And.Contain("JSONEachRow");
        body.Should().Be(string.Concat(Orders().Select(order => JsonSerializer.Serialize(order) + "\n")));
    }

    [Fact]
    public async Task InsertRawStreamAsync_compactRows_sendsValuesOnly()
    {
        await using Insert insert = await Insert.StartAsync();
        using Stream stream = JsonRows.From(Orders()).AsStream(CompactLines);

        using HttpResponseMessage response = await insert.Client.InsertRawStreamAsync(
            "orders", stream, "JSONCompactEachRow", ["Id", "Name"], useCompression: false);

        (await insert.Received).Body.Should().Be(string.Concat(Orders().Select(order => $"[{order.Id},{JsonSerializer.Serialize(order.Name)}]\n")));
    }

    /// <summary>The server must not take a part of the rows for all of them.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task InsertRawStreamAsync_sourceThatFails_abortsTheRequest(bool isCompressed)
    {
        await using Insert insert = await Insert.StartAsync();
        using Stream stream = JsonRows.From(Orders().Select(order => order.Id == 40_000 ? throw new TimeoutException("Gone.") : order)).AsStream(Lines);

        Func<Task> send = () => insert.Client.InsertRawStreamAsync("orders", stream, "JSONEachRow", ["Id", "Name"], isCompressed);

        Exception failure = (await send.Should().ThrowAsync<Exception>()).Which;
        Causes(failure).Should().ContainItemsAssignableTo<Exception>().And.Contain(cause => cause is JsonRowException);
        Func<Task> received = () => insert.Received;
        await received.Should().ThrowAsync<Exception>("the body has no end");
    }

    private static IEnumerable<Exception> Causes(Exception exception)
    {
        for (Exception? cause = exception; cause is not null; cause = cause.InnerException) yield return cause;
    }

    private static IEnumerable<Order> Orders() => Enumerable.Range(1, Rows).Select(i => new Order(i, $"Order <{i}> é"));

    public sealed record Order(int Id, string Name);

    /// <summary>One insert, as the server gets it.</summary>
    private sealed class Insert : IAsyncDisposable
    {
        private readonly TaskCompletionSource<(string Query, string Body)> _received = new();
        private RunningHost _host = null!;

        public ClickHouseClient Client { get; private set; } = null!;

        public Task<(string Query, string Body)> Received => _received.Task.WaitAsync(TimeSpan.FromSeconds(30));

        public static async Task<Insert> StartAsync()
        {
            var insert = new Insert();
            insert._host = await RunningHost.StartAsync(_ => { }, application => application.MapPost("/", insert.ReceiveAsync));
            insert.Client = new ClickHouseClient($"Host=127.0.0.1;Port={insert._host.Client.BaseAddress!.Port}");
            return insert;
        }

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            await _host.DisposeAsync();
        }

        private async Task ReceiveAsync(HttpRequest request)
        {
            try
            {
                bool isCompressed = request.Headers.ContentEncoding == "gzip";
                using var body = new StreamReader(isCompressed ? new GZipStream(request.Body, CompressionMode.Decompress) : request.Body);
                string text = await body.ReadToEndAsync();
                _received.SetResult((request.QueryString.Value ?? "", text));
            }
            catch (Exception exception)
            {
                _received.SetException(exception);
            }
        }
    }
}
