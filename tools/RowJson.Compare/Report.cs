using System.Globalization;
using RowJson.Benchmarks;
using Spectre.Console;

namespace RowJson.Compare;

/// <summary>Prints results to standard output: lines of a terminal where there is one, Markdown elsewhere.</summary>
internal static class Report
{
    public static void PrintDifferences(IReadOnlyCollection<string> differences)
    {
        // Not by the console, which would wrap the lines.
        Console.WriteLine($"The builds write different bytes in {differences.Count} cases; nothing was timed.");
        foreach (string difference in differences) Console.WriteLine($"  {difference}");
    }

    public static void Print(string before, string after, RunOptions options, IReadOnlyCollection<ContestResult> results)
    {
        Output.Print(string.Create(
            CultureInfo.InvariantCulture,
            $"Before: {before}. After: {after}. {options.Copies} copies, {options.Schedule.Rounds} rounds of "
            + $"{options.Schedule.RoundTime.TotalMilliseconds} ms. {Output.Machine}."));
        if (results.Count == 0) return;
        Output.Print("");
        Output.Print(CaseTable(results));
        Output.Print("");
        Output.Print(MeanTable(results));
        int noisy = results.Count(result => result.Ratio.IsUncertain);
        if (noisy > 0)
            Output.Print($"{noisy} of {results.Count} ratios spread by more than {Figures.PlusMinus(Ratio.Limit)}: the machine "
                + $"was busy; repeat them before you quote any.");
    }

    // By group; data sets keep their order.
    private static Table CaseTable(IEnumerable<ContestResult> results) => Output.CreateTable(
        ["group", "rows", ">ns/row before", ">after", ">after ÷ before", ">spread", ">B/call before", ">after"],
        results.OrderBy(result => Groups.All.TakeWhile(name => name != result.Group).Count()).Select(result => (string[])
        [
            result.Group, result.Rows, Figures.Time(result.BeforePerRow), Figures.Time(result.AfterPerRow),
            Figures.Format(result.Ratio.Median, "0.000"), Figures.PlusMinus(result.Ratio), Figures.Count(result.AllocatedBefore),
            Figures.Count(result.AllocatedAfter),
        ]));

    private static Table MeanTable(IReadOnlyCollection<ContestResult> results) => Output.CreateTable(
        ["geometric mean", ">cases", ">after ÷ before", ">spread"],
        Groups.All.Intersect(results.Select(result => result.Group))
            .Select(group => Mean(group, [.. results.Where(result => result.Group == group)])).Append(Mean("all", results)));

    private static string[] Mean(string name, IReadOnlyCollection<ContestResult> group)
    {
        Ratio mean = Ratio.Mean([.. group.Select(result => result.Ratio)]);
        return [name, Figures.Count(group.Count), Figures.Format(mean.Median, "0.000"), Figures.PlusMinus(mean)];
    }
}
