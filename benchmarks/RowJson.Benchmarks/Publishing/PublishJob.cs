using System.Globalization;

namespace RowJson.Benchmarks;

/// <summary>Measures all that the documentation shows, and writes its tables and charts: <c>benchmarks/run-all</c> calls it.</summary>
/// <remarks>
/// <c>summary</c> has a line for each source, <c>ratios</c> one for each data set, <c>ladder</c> one for each technique, and <c>memory</c>
/// one for each way and number of rows; <c>history.csv</c> gets a line.
/// </remarks>
internal static class PublishJob
{
    public static void Run(DirectoryInfo folder, JobOptions options)
    {
        folder.Create();
        IReadOnlyList<TargetRow> rows = TargetJob.Measure(options);
        string machine = $"{Output.Machine}, {Library.Version}, {Library.Today}";

        IReadOnlyList<SourceSummary> summaries = SourceSummary.Of(rows);
        WriteTable(folder, "summary.md", machine, SourceSummary.Headers, summaries.Select(summary => summary.Cells));
        Write(folder, "summary.svg", SourceSummary.Chart(summaries, machine).ToSvg());
        WriteTable(folder, "ratios.md", machine, RatioRows.Headers, rows.Select(RatioRows.Cells));
        Write(folder, "ratios.svg", RatioRows.Chart(rows, machine).ToSvg());

        IReadOnlyList<LadderJob.Step> steps = LadderJob.Measure(options.Schedule);
        WriteTable(folder, "ladder.md", machine, LadderJob.Headers, steps.Select(step => step.Cells));
        Write(folder, "ladder.svg", LadderJob.Chart(steps, machine).ToSvg());

        IReadOnlyList<MemoryJob.Line> lines = MemoryJob.Measure();
        WriteTable(folder, "memory.md", machine, MemoryJob.Headers, lines.Select(line => line.Cells));
        Write(folder, "memory.svg", MemoryJob.Chart(lines, machine).ToSvg());

        AppendHistory(folder, summaries);
    }

    private static void AppendHistory(DirectoryInfo folder, IReadOnlyList<SourceSummary> summaries)
    {
        string file = Path.Combine(folder.FullName, "history.csv");
        if (!File.Exists(file)) File.WriteAllText(file, "version,date,runtime,vectors,source,data sets,geometric mean of times faster\n");
        File.AppendAllLines(file, summaries.Select(summary => string.Create(
            CultureInfo.InvariantCulture,
            $"{Library.Version},{Library.Today},{Environment.Version},{Output.VectorLevel},{summary.Source},{summary.DataSets},{summary.Mean.Median:F2}")));
        Console.Error.WriteLine($"appended to {file}");
    }

    private static void WriteTable(
        DirectoryInfo folder, string name, string machine, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows) =>
        Write(folder, name, $"{machine}\n\n{Output.ToMarkdown(headers, rows)}\n");

    private static void Write(DirectoryInfo folder, string name, string text)
    {
        string file = Path.Combine(folder.FullName, name);
        File.WriteAllText(file, text);
        Console.Error.WriteLine($"written: {file}");
    }
}
