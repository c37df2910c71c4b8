using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures every kind of value by <see cref="System.Text.Json.JsonSerializer"/> with plain options, with the options made of them, and as
/// rows, in turns and in one process; prints which targets are met.
/// </summary>
internal static class KindTargets
{
    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    /// <param name="parts">Only kinds with one of these in their name; empty for all.</param>
    public static void Run(Schedule? schedule, string[] parts)
    {
        Table table = Output.CreateTable(
            "kind", ">plain ns", ">drop-in", ">spread", ">target", "", ">From", ">spread", ">target", "");
        CaseJob.Run(
            KindCases.All,
            "kinds",
            parts,
            schedule,
            (kind, measured) => Add(table, kind, measured),
            [table],
            "drop-in, From: times faster than JsonSerializer with the same options, the median of the rounds' ratios; spread: how well\n"
            + "that is known (95 %). Times are the process's own. Each output was compared before.");
    }

    private static void Add(Table table, KindCase kind, Schedule schedule)
    {
        TurnTimes times = TurnTimes.Measure(
            kind.RowsTarget is null ? [kind.WritePlain, kind.WriteDropIn] : [kind.WritePlain, kind.WriteDropIn, kind.WriteRows], schedule);
        List<string> cells = [Markup.Escape(kind.Name), Figures.Count(times.Median(0))];
        cells.AddRange(Cells(times.Ratio(1), kind.DropInTarget));
        cells.AddRange(kind.RowsTarget is { } target ? Cells(times.Ratio(2), target) : ["-", "", "", ""]);
        table.AddRow([.. cells]);
    }

    private static string[] Cells(Ratio ratio, double target) =>
    [
        Figures.Format(ratio.Median, "F2"), Figures.PlusMinus(ratio), Figures.Format(target, "0.##"), Figures.Verdict(ratio.Median >= target),
    ];
}
