using System.Reflection;

namespace RowJson.Benchmarks;

/// <summary>Measures all that the documentation shows, and writes its tables and charts: <c>benchmarks/run-all</c> calls it.</summary>
/// <remarks><c>summary</c> has a line for each source, <c>ratios</c> one for each data set, <c>ladder</c> one for each technique, and <c>memory</c>
/// one for each way and number of rows; <c>history.csv</c> gets a line.</remarks>
internal static class PublishJob
{
    /// <summary>The library's version without that of its sources.</summary>
    private static readonly string Version = "RowJson " + typeof(JsonRows).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    private static readonly string Today = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    public static void Run(DirectoryInfo folder, JobOptions options)
    {
        folder.Create();
        string machine = $"{Output.Machine}, {Version}, {Today}";

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
