using System.Net.Http.Json;

namespace RowJson.Benchmarks;

/// <summary>Rows as the body of a request: as <see cref="JsonContent"/>, as bytes that were serialized before, as <see cref="JsonRowContent"/>.</summary>
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
            var connection = new Connection();
            JsonRowOptions options = JsonRowOptions.Web;
            return new Case
            {
                Ways =
                [
                    connection.Way("JsonContent", () => JsonContent.Create(rows)),
                    connection.Way("bytes", () => new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(rows, JsonSerializerOptions.Web))),
                    connection.Way("JsonRowContent", () => from(rows).ToHttpContent(options)),
                ],
                Resource = connection,
            };
        });

    private sealed class Connection : IDisposable
    {
        private readonly ReceivingServer _server = new();
        private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false });

        public Way Way(string name, Func<HttpContent> create) => new(name, () => Send(create())) { Output = () => BytesOf(create()) };

        public void Dispose()
        {
            _client.Dispose();
            _server.Dispose();
        }

        private void Send(HttpContent content)
        {
            using HttpResponseMessage response = _client.PostAsync(_server.Address, content).GetAwaiter().GetResult();
            response.EnsureSuccessStatusCode();
        }

        private static byte[] BytesOf(HttpContent content)
        {
            using (content) return content.ReadAsByteArrayAsync().GetAwaiter().GetResult();
        }
    }
}
