namespace RowJson.Compare;

/// <summary>Loads both builds, checks that they write the same bytes, times them, prints the tables.</summary>
internal static class CompareJob
{
    private const int OutputsDiffer = 2;

    /// <summary>Returns the exit code.</summary>
    public static int Run(RunOptions options)
    {
        var locator = new BuildLocator();
        RowJsonBuild before = locator.Load(options.Before);
        RowJsonBuild after = locator.Load(options.After);
        IReadOnlyList<ICaseSource> sets = DataSets.Find(options.DataFolder ?? locator.DefaultDataFolder);

        var output = new ReusedBuffer();
        var check = new OutputCheck(output);
        foreach (Contest contest in Contests(sets, options, before, after, Progress.Note))
            check.Compare(contest);
        if (check.Differences.Count > 0)
        {
            Report.PrintDifferences(check.Differences);
            return OutputsDiffer;
        }

        var timer = new ContestTimer(options.Rounds, options.RoundTime, output);
        var results = new List<ContestResult>();
        foreach (Contest contest in Contests(sets, options, before, after, _ => { }))
        {
            Progress.Note($"timing {contest.Name}");
            results.Add(timer.Measure(contest));
        }
        Report.Print(before, after, options, results);
        return 0;
    }

    // Lazily, so that the rows of one data set at a time are in memory.
    private static IEnumerable<Contest> Contests(
        IReadOnlyList<ICaseSource> sets, RunOptions options, RowJsonBuild before, RowJsonBuild after, Action<string> note)
    {
        foreach (ICaseSource set in sets)
        {
            foreach (Case rows in set.Cases(options.Groups))
            {
                if (Contest.Create(rows, before, after, note) is { } contest)
                    yield return contest;
            }
        }
    }
}
