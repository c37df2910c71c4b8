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

        Measure("ladder", LadderCases.Job, LadderCases.Chart);
        Measure("memory", MemoryCases.Job, MemoryCases.Chart);
        AppendHistory(folder, summaries);

        void Measure(string name, Job job, Func<IEnumerable<Measurement>, string, BarChart> chart)
        {
            IReadOnlyList<Measurement>[] measured = [.. job.Measure([])];
            Layout layout = job.Tables[0];
            BarChart drawn = chart(measured.SelectMany(it => it), machine);
            Write(name, layout.Headers, measured.SelectMany(layout.Lines), drawn, $"\n{job.Legend}\n");
        }

        void Write(string name, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> cells, BarChart chart, string legend = "")
        {
            string page = Path.Combine(folder.FullName, $"{name}.md");
            File.WriteAllText(page, $"{machine}\n\n{Output.ToMarkdown(headers, cells)}\n{legend}");
            Output.Note($"written: {page}");
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
        Output.Note($"appended to {file}");
    }
}
