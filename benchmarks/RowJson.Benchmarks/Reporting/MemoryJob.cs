namespace RowJson.Benchmarks;

/// <summary>What a write allocates, by its number of rows: flat where rows stream, in proportion where the output is held.</summary>
internal static class MemoryJob
{
    private static readonly int[] RowCounts = [1_000, 10_000, 100_000, 1_000_000];

    private static readonly (string Name, Func<IEnumerable<Order>, Task> Write)[] Ways =
    [
        ("JsonSerializer, bytes", rows =>
        {
            JsonSerializer.SerializeToUtf8Bytes(rows);
            return Task.CompletedTask;
        }),
        ("JsonSerializer, async rows", rows => JsonSerializer.SerializeAsync(Stream.Null, Asynchronous(rows))),
        ("RowJson, rows", rows => JsonRows.From(rows).WriteToAsync(Stream.Null)),
        ("RowJson, async rows", rows => JsonRows.From(Asynchronous(rows)).WriteToAsync(Stream.Null)),
    ];

    public static IReadOnlyList<string> Headers { get; } = [">rows", "way", ">bytes allocated"];

    public static IReadOnlyList<Line> Measure()
    {
        var random = new Random(1);
        var vocabulary = new Vocabulary(random);
        Order[] orders = [.. Enumerable.Range(0, RowCounts[0]).Select(i => OrderGenerator.Create(i, random, vocabulary))];
        var lines = new List<Line>();
        foreach ((string name, Func<IEnumerable<Order>, Task> write) in Ways)
        {
            // Once for what is made once, and the compiler's thread gets time.
            write(Repeat(orders, RowCounts[0])).GetAwaiter().GetResult();
            Thread.Sleep(300);
            lines.AddRange(RowCounts.Select(count => new Line(count, name, Allocated(() => write(Repeat(orders, count))))));
        }
        return [.. lines.OrderBy(line => line.Rows)];
    }

    public static BarChart Chart(IEnumerable<Line> lines, string machine) => new(
        "Kilobytes allocated by one write of objects with 10 columns: to bytes, or to a stream",
        machine,
        MarkName: "",
        Unit: " KB",
        Scale.Logarithmic,
        [.. lines.Select(line => new Bar(string.Create(CultureInfo.InvariantCulture, $"{line.Rows:#,0} rows"), line.Way, line.Bytes / 1e3, Mark: null))]);

    private static long Allocated(Func<Task> write)
    {
        long least = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            write().GetAwaiter().GetResult();
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }
        return least;
    }

    // The same objects again and again: what is counted is the write's own.
    private static IEnumerable<Order> Repeat(Order[] orders, int count)
    {
        for (int i = 0; i < count; i++) yield return orders[i % orders.Length];
    }

#pragma warning disable CS1998 // Nothing is awaited: the rows are there.
    private static async IAsyncEnumerable<Order> Asynchronous(IEnumerable<Order> rows)
    {
        foreach (Order row in rows) yield return row;
    }
#pragma warning restore CS1998

    /// <summary>What one way allocated for one number of rows.</summary>
    internal sealed record Line(int Rows, string Way, long Bytes)
    {
        public IReadOnlyList<string> Cells =>
            [Rows.ToString("#,0", CultureInfo.InvariantCulture), Way, Bytes.ToString("#,0", CultureInfo.InvariantCulture)];
    }
}
