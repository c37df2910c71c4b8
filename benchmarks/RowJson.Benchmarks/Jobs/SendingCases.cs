using System.IO.Pipelines;
using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;

namespace RowJson.Benchmarks;

/// <summary>Rows as the body of a request: as <see cref="JsonContent"/>, as bytes that were serialized before, by <see
/// cref="JsonRows.ToHttpContent"/>.</summary>
internal static class SendingCases
{
    public static Job Job { get; } = new(
        "bodies",
        () => new[] { 1_000, 100_000 }.SelectMany(count => new[]
        {
            Of("objects", count, OrderRows.Orders, JsonRows.From), Of("dictionaries", count, OrderRows.Dictionaries, JsonRows.From),
        }),
        "ms: processor time of a request, client and server together, HTTP/1.1 on the loopback; times faster: than JsonContent, the median\n"
        + "of the rounds' ratios; spread: how well that is known (95 %). The server does the same for all. The bodies were compared before.",
        new Layout(true, [
            Column.Label(">rows"), Column.Label("of", 1), Column.Way("as"), new(">ms", line => Figures.Format(line.Own.Time / 1_000_000, "N2")),
            new(">times faster", line => line.IsFirst ? "1" : Figures.Factor(line.Own.FasterThan(line.First).Median)),
            new(">spread", line => line.IsFirst ? "" : Figures.PlusMinus(line.Own.FasterThan(line.First))),
            new(">KB allocated", line => Figures.Format(line.Own.AllocatedBytes / 1024.0, "N0"))]))
    { Schedule = Schedule.OneByOne with { RoundTime = TimeSpan.FromMilliseconds(300) } };

    private static CaseMaker Of<T>(string of, int count, Func<int, List<T>> create, Func<IEnumerable<T>, JsonRows> from) =>
        new([Figures.Count(count), of], () =>
        {
            List<T> rows = create(count);
            var server = new ReceivingServer();
            var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
            JsonRowOptions options = JsonRowOptions.Web;
            return new Case
            {
                Ways =
                [
                    Send("JsonContent", () => JsonContent.Create(rows)),
                    Send("bytes", () => new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(rows, JsonSerializerOptions.Web))),
                    Send("ToHttpContent", () => from(rows).ToHttpContent(options)),
                ],
                Resource = new Ending(() =>
                {
                    client.Dispose();
                    server.Dispose();
                }),
            };

            Way Send(string name, Func<HttpContent> createContent) => new(name, () =>
            {
                // In chunks, whatever is known of the length: the server waits for the last one.
                using var request = new HttpRequestMessage(HttpMethod.Post, server.Address) { Content = createContent() };
                request.Headers.TransferEncodingChunked = true;
                using HttpResponseMessage response = client.SendAsync(request).GetAwaiter().GetResult();
                response.EnsureSuccessStatusCode();
            })
            { Output = () => BytesOf(createContent()) };
        });

    private static byte[] BytesOf(HttpContent content)
    {
        using (content) return content.ReadAsByteArrayAsync().GetAwaiter().GetResult();
    }
}

/// <summary>Takes requests over HTTP/1.1 on the loopback, one connection after the other, and reads their bodies: as little as a server
/// can do.</summary>
internal sealed class ReceivingServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ReceivingServer()
    {
        _listener.Start();
        _ = Task.Run(AcceptAsync);
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");
    public void Dispose() => _listener.Stop();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                using TcpClient client = await _listener.AcceptTcpClientAsync().ConfigureAwait(false);
                await ServeAsync(client.GetStream()).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or IOException)
        {
            // The client or the server has been closed.
        }
    }

    // Rows have no line breaks of their own: only the end of a chunked body is this.
    private static ReadOnlySpan<byte> LastChunk => "\r\n0\r\n\r\n"u8;

    private static async Task ServeAsync(NetworkStream stream)
    {
        byte[] answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray();
        PipeReader reader = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: 64 * 1024));
        while (await reader.ReadAsync().ConfigureAwait(false) is { Buffer: { IsEmpty: false } buffer })
        {
            ReadOnlySequence<byte> last = buffer.Slice(Math.Max(0, buffer.Length - LastChunk.Length));
            bool isEnd = last.ToArray().AsSpan().SequenceEqual(LastChunk);
            reader.AdvanceTo(isEnd ? buffer.End : last.Start, buffer.End);
            if (isEnd) await stream.WriteAsync(answer).ConfigureAwait(false);
        }
    }
}
