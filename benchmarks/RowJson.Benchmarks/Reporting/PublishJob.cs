using System.Reflection;

namespace RowJson.Benchmarks;

/// <summary>Measures all that the documentation shows, and writes its tables and charts: <c>benchmarks/run-all</c> calls it.</summary>
/// <remarks><c>summary</c> has a line for each source, <c>ratios</c> one for each data set, <c>ladder</c> one for each technique, and <c>memory</c>
/// one for each way and number of rows; <c>history.csv</c> gets a line.</remarks>
internal static class PublishJob
{
    /// <summary>The library's version without that of its sources.</summary>
    public static readonly string Version = "RowJson " + typeof(JsonRows).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];
    public static readonly string Today = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    public static void Run(DirectoryInfo folder, JobOptions options)
    {
        folder.Create();
        string machine = Output.Machine;
        IReadOnlyList<TargetRow> rows = TargetJob.Measure(options);
        IReadOnlyList<SourceSummary> summaries = SourceSummary.Of(rows);
        Write("summary", SourceSummary.Headers, summaries.Select(summary => summary.Cells), SourceSummary.Chart(summaries, machine));
        Write("ratios", TargetRow.Headers, rows.Select(row => row.Cells), TargetRow.Chart(rows, machine));

        using Case ladder = LadderCases.Job.Cases().Single().Create();
        ladder.Check();
        IReadOnlyList<Measurement> steps = LadderCases.Job.Measure(ladder);
        Layout layout = LadderCases.Job.Tables[0];
        Write("ladder", [.. layout.Columns.Select(column => column.Header)], layout.Lines(steps), LadderCases.Chart(steps, machine));

        IReadOnlyList<MemoryJob.Line> lines = MemoryJob.Measure();
        Write("memory", MemoryJob.Headers, lines.Select(line => line.Cells), MemoryJob.Chart(lines, machine));

        AppendHistory(folder, summaries);

        void Write(string name, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> cells, BarChart chart)
        {
            string page = Path.Combine(folder.FullName, $"{name}.md");
            File.WriteAllText(page, $"{machine}\n\n{Output.ToMarkdown(headers, cells)}\n");
            Console.Error.WriteLine($"written: {page}");
            chart.Write(new FileInfo(Path.Combine(folder.FullName, $"{name}.svg")));
        }
    }

    private static void AppendHistory(DirectoryInfo folder, IReadOnlyList<SourceSummary> summaries)
    {
        string file = Path.Combine(folder.FullName, "history.csv");
        if (!File.Exists(file)) File.WriteAllText(file, "version,date,runtime,vectors,source,data sets,geometric mean of times faster\n");
        File.AppendAllLines(file, summaries.Select(summary => string.Create(
            CultureInfo.InvariantCulture,
            $"{Version},{Today},{Environment.Version},{Output.VectorLevel},{summary.Source},{summary.DataSets},{summary.Mean.Median:F2}")));
        Console.Error.WriteLine($"appended to {file}");
    }
}

/// <summary>What a write allocates, by its number of rows: flat where rows stream, in proportion where the output is held.</summary>
internal static class MemoryJob
{
    private static readonly int[] RowCounts = [1_000, 10_000, 100_000, 1_000_000];

    private static readonly (string Name, Func<IEnumerable<Order>, Task> Write)[] Ways =
    [
        ("JsonSerializer, bytes", rows => Task.FromResult(JsonSerializer.SerializeToUtf8Bytes(rows))),
        ("JsonSerializer, async rows", rows => JsonSerializer.SerializeAsync(Stream.Null, ObjectRows.Enumerate(rows))),
        ("RowJson, rows", rows => JsonRows.From(rows).WriteToAsync(Stream.Null)),
        ("RowJson, async rows", rows => JsonRows.From(ObjectRows.Enumerate(rows)).WriteToAsync(Stream.Null)),
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
            lines.AddRange(RowCounts.Select(count => new Line(count, name, Calls.Allocated(() => write(Repeat(orders, count)).GetAwaiter()
                .GetResult()))));
        }
        return [.. lines.OrderBy(line => line.Rows)];
    }

    public static BarChart Chart(IEnumerable<Line> lines, string machine) => new(
        "Kilobytes allocated by one write of objects with 10 columns: to bytes, or to a stream",
        machine, MarkName: "", Unit: " KB", Scale.Logarithmic,
        [.. lines.Select(line => new Bar($"{Figures.Count(line.Rows)} rows", line.Way, line.Bytes / 1e3, Mark: null))]);

    // The same objects again and again: what is counted is the write's own.
    private static IEnumerable<Order> Repeat(Order[] orders, int count)
    {
        for (int i = 0; i < count; i++) yield return orders[i % orders.Length];
    }

    /// <summary>What one way allocated for one number of rows.</summary>
    internal sealed record Line(int Rows, string Way, long Bytes)
    {
        public IReadOnlyList<string> Cells => [Figures.Count(Rows), Way, Figures.Count(Bytes)];
    }
}
