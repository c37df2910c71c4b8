using System.Net.Http.Json;
using System.Text.Json;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Sends rows to a server on the loopback: as <see cref="JsonContent"/>, as bytes that were serialized before, and as
/// <see cref="JsonRowContent"/>, in turns and in one process.
/// </summary>
internal static class SendingJob
{
    public const string Option = "--sending";

    private static readonly int[] Counts = [1_000, 100_000];

    /// <param name="schedule">How long to measure; null to compare bodies only.</param>
    public static void Run(Schedule? schedule)
    {
        Table table = Output.CreateTable(">rows", "of", "as", ">ms", ">times faster", ">spread", ">KB allocated");
        foreach (int count in Counts)
        {
            Add(table, "objects", OrderRow.Create(count), JsonRows.From, schedule);
            Add(table, "dictionaries", OrderRow.CreateDictionaries(count), JsonRows.From, schedule);
        }
        if (schedule is null)
        {
            Output.Print($"The bodies agree. {CheckJob.Sentence}");
            return;
        }
        Output.PrintFigures(
            [table],
            "ms: processor time of a request, client and server together, HTTP/1.1 on the loopback; times faster: than JsonContent, the median\n"
            + "of the rounds' ratios; spread: how well that is known (95 %). The server does the same for all. The bodies were compared before.");
    }

    private static void Add<T>(Table table, string of, List<T> rows, Func<IEnumerable<T>, JsonRows> from, Schedule? schedule)
    {
        using var server = new ReceivingServer();
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        JsonRowOptions options = JsonRowOptions.Web;
        (string Name, Func<HttpContent> Create)[] contents =
        [
            ("JsonContent", () => JsonContent.Create(rows)),
            ("bytes", () => new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(rows, JsonSerializerOptions.Web))),
            ("JsonRowContent", () => from(rows).ToHttpContent(options)),
        ];
        Check(of, contents);
        if (schedule is null) return;
        Action[] sends = Array.ConvertAll(contents, content => (Action)(() => Send(client, server, content.Create())));
        TurnTimes times = TurnTimes.Measure(sends, schedule);
        for (int i = 0; i < contents.Length; i++)
        {
            table.AddRow(
                Figures.Count(rows.Count),
                of,
                contents[i].Name,
                Figures.Format(times.Median(i) / 1_000_000, "N2"),
                i == 0 ? "1" : Figures.Factor(times.Ratio(i).Median),
                i == 0 ? "" : Figures.PlusMinus(times.Ratio(i)),
                Figures.Format(Allocated(sends[i]) / 1024.0, "N0"));
        }
    }

    private static void Send(HttpClient client, ReceivingServer server, HttpContent content)
    {
        using HttpResponseMessage response = client.PostAsync(server.Address, content).GetAwaiter().GetResult();
        response.EnsureSuccessStatusCode();
    }

    /// <summary>On all threads: what is awaited goes on elsewhere.</summary>
    private static long Allocated(Action send)
    {
        const int calls = 5;
        long start = GC.GetTotalAllocatedBytes(precise: true);
        for (int i = 0; i < calls; i++) send();
        return (GC.GetTotalAllocatedBytes(precise: true) - start) / calls;
    }

    private static void Check(string of, (string Name, Func<HttpContent> Create)[] contents)
    {
        byte[] expected = Bytes(contents[0].Create());
        foreach ((string name, Func<HttpContent> create) in contents)
            if (!Bytes(create()).AsSpan().SequenceEqual(expected)) throw new BenchmarkException($"{of}: the body of {name} differs.");

        static byte[] Bytes(HttpContent content)
        {
            using (content) return content.ReadAsByteArrayAsync().GetAwaiter().GetResult();
        }
    }
}
