namespace RowJson.Benchmarks;

/// <summary>Measures RowJson against its baselines on the data sets, and prints which targets are met.</summary>
internal static class TargetJob
{
    // Some four turns: what the spread allows, since there are thirty processes.
    private static readonly TimeSpan RoundTime = TimeSpan.FromMilliseconds(40);

    public static void Run(JobOptions options)
    {
        Job job = Job(DataSets(options).SelectMany(Load), options);
        if (options.Lines) TargetRow.Print(job);
        else if (options.Short) job.Run([], isShort: true);
        else if (options.Csv) ResultTable.PrintCsv(job.Measure([]));
        else Report(Measure(options), options);
    }

    /// <summary>Measures each data set in a process of its own: the profile and the memory layout left by one data set change the times of the next
    /// ones by up to a half.</summary>
    public static IReadOnlyList<TargetRow> Measure(JobOptions options)
    {
        string[] sources = options.Sources is { } chosen ? ["--sources", string.Join(',', chosen.Select(source => source.Name))] : [];
        string rounds = options.Schedule.Rounds.ToString(CultureInfo.InvariantCulture);
        return
        [
            .. DataSets(options).SelectMany(dataSet =>
                TargetRow.Parse(OwnProcess.ReadLines(["--targets", TargetRow.Option, "--in", dataSet, "--ntimes", rounds, .. sources]))),
        ];
    }

    private static IReadOnlyList<string> DataSets(JobOptions options) =>
        options.Inputs.Count > 0 ? options.Inputs : [.. DataFiles.FindShared(), .. TargetTable.Generated];

    private static Job Job(IEnumerable<Sample> samples, JobOptions options) => Race.Job(
        from sample in samples
        from settings in TargetTable.SettingsOf(sample.Name)
        from source in options.Sources ?? RowSources.All.Where(source => TargetTable.IsDefault(sample.Name, source.Name, settings))
        where source.AppliesTo(sample)
        // The floor is that of the two which these rows have, if any.
        let contenders = new[] { TargetTable.BaselineOf(source.Name), Contenders.Buffer, Contenders.Copy, Contenders.Reading }
        select new Race(sample, source, contenders, settings),
        options.Schedule with { RoundTime = RoundTime });

    /// <summary>The sample of a name or a path; none where a shared file is JSON that is not rows.</summary>
    private static IEnumerable<Sample> Load(string dataSet)
    {
        if (TargetTable.Generate(dataSet) is { } generated) return [generated];
        try
        {
            return [DataFiles.Load(dataSet)];
        }
        catch (BenchmarkException exception) when (DataFiles.FindShared().Contains(dataSet))
        {
            Output.Note($"left out: {exception.Message}");
            return [];
        }
    }

    private static void Report(IReadOnlyList<TargetRow> rows, JobOptions options)
    {
        Output.PrintMachine();
        IEnumerable<string[]> cells = rows.Select(row => (string[])[.. row.Cells, Figures.Verdict(row.IsMet)]);
        Output.Print(Output.CreateTable([.. TargetRow.Headers, ""], cells));
        Output.Print("times faster: than what it is compared with, the median of the rounds' ratios; spread: how well that is known (95 %).\n"
            + "ns a row, RowJson, floor: nanoseconds; the floor is the text copied, or all values read.\n"
            + "Each data set was measured in a process of its own.");
        Output.Print($"{rows.Count(row => row.IsMet)} of {rows.Count} targets are met.");
        Output.Print($"{rows.Count(row => row.IsAllocationMet)} of {rows.Count} allocate nothing for a row beyond what reading it does.");
        foreach (TargetRow row in rows.Where(row => !row.IsAllocationMet))
            Output.Print($"- {row.DataSet}, {row.Source}: {Figures.Format(row.AllocatedBytesPerRow, "0.#")} bytes a row");
        RunSummary.PrintUncertain([.. rows.Select(row => ($"{row.DataSet}, {row.Source}", row.TimesFaster))]);
        if (options.Plot is { } file) TargetRow.Chart(rows, Output.Machine).Write(file);
    }
}
