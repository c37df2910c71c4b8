using RowJson.Benchmarks;

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
        var timer = new ContestTimer(options.Schedule, new ReusedBuffer());

        Output.Note("comparing outputs");
        string[] differences = [.. Contests(DataSets.MostBytes, Output.Note).Select(timer.FindDifference).OfType<string>()];
        if (differences.Length > 0)
        {
            Report.PrintDifferences(differences);
            return OutputsDiffer;
        }

        timer.WarmUp([.. Contests(DataSets.TrainingBytes, _ => { })]);
        ContestResult[] results = [.. Contests(DataSets.MostBytes, _ => { }).Select(contest =>
        {
            Output.Note($"timing {contest.Name}");
            return timer.Measure(contest);
        })];
        Report.Print(before.Label, after.Label, options, results);
        return 0;

        // Lazily, so that the rows of one data set at a time are in memory.
        IEnumerable<Contest> Contests(int mostBytes, Action<string> note) => sets
            .SelectMany(set => set.Cases(options.Groups, mostBytes))
            .Select(rows => Contest.Create(rows, pairs, note))
            .OfType<Contest>();
    }
}
