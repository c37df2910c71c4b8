namespace RowJson.Compare;

/// <summary>Loads both builds, checks that they write the same bytes, times them, prints the tables.</summary>
internal static class CompareJob
{
    private const int OutputsDiffer = 2;

    /// <summary>Returns the exit code.</summary>
    public static int Run(RunOptions options)
    {
        var locator = new BuildLocator();
        BuildImage before = locator.Find(options.Before);
        BuildImage after = locator.Find(options.After);
        IReadOnlyList<BuildPair> pairs = BuildPair.Load(before, after, options.Copies);
        IReadOnlyList<ICaseSource> sets = DataSets.Find(options.DataFolder ?? locator.DefaultDataFolder);

        var output = new ReusedBuffer();
        Progress.Note("comparing outputs");
        var check = new OutputCheck(output);
        foreach (Contest contest in Contests(DataSets.MostBytes, Progress.Note))
            check.Compare(contest);
        if (check.Differences.Count > 0)
        {
            Report.PrintDifferences(check.Differences);
            return OutputsDiffer;
        }

        Progress.Note("warming up");
        new Training(output).Run([.. Contests(DataSets.TrainingBytes, _ => { })]);

        var timer = new ContestTimer(options.Rounds, options.RoundTime, output);
        var results = new List<ContestResult>();
        foreach (Contest contest in Contests(DataSets.MostBytes, _ => { }))
        {
            Progress.Note($"timing {contest.Name}");
            results.Add(timer.Measure(contest));
        }
        Report.Print(before.Label, after.Label, options, results);
        return 0;

        // Lazily, so that the rows of one data set at a time are in memory.
        IEnumerable<Contest> Contests(int mostBytes, Action<string> note) => sets
            .SelectMany(set => set.Cases(options.Groups, mostBytes))
            .Select(rows => Contest.Create(rows, pairs, note))
            .OfType<Contest>();
    }
}
