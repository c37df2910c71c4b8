using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures options of <see cref="JsonRowSerializer.CreateOptions"/> against those that they are made of, both ways, in turns and in one
/// process; prints which targets are met.
/// </summary>
internal static class OptionTargets
{
    private const string Plain = "plain";
    private const double ReadTarget = 0.98;
    private const double HandedOverReadTarget = 0.75;
    private const double WriteTarget = 0.95;
    private const double SendTarget = 0.97;
    private const double PlainTarget = 0.98;

    /// <param name="schedule">How long to measure; null to compare outputs only.</param>
    public static void Run(Schedule? schedule)
    {
        Table table = Output.CreateTable("value", "call", "than", ">ns", ">that", ">ratio", ">spread", ">target", "", ">B", ">that", "");
        CaseJob.Run(
            OptionCases.All,
            "values",
            parts: [],
            schedule,
            (it, measured) => Add(table, it, measured),
            [table],
            "ratio: times faster than plain options, or than those of CreateWriteOptions, the median of the rounds' ratios; spread: how well\n"
            + "that is known (95 %); B: what a call allocates. Times are the process's own. Each output was compared before.");
    }

    private static void Add(Table table, OptionCase it, Schedule schedule)
    {
        double read = it.IsPlain ? PlainTarget : it.HasHandlers ? ReadTarget : HandedOverReadTarget;
        Add(table, it.Name, "read", Plain, it.ReadPlain, it.ReadBoth, read, schedule);
        if (it.IsPlain) Add(table, it.Name, "write", Plain, it.WritePlain, it.WriteBoth, PlainTarget, schedule);
        else
        {
            Add(table, it.Name, "write", Plain, it.WritePlain, it.WriteBoth, 1, schedule);
            Add(table, it.Name, "write", "write only", it.WriteOnly, it.WriteBoth, WriteTarget, schedule);
        }
        if (it.HasHandlers) Add(table, it.Name, "send", Plain, it.SendPlain, it.SendBoth, SendTarget, schedule);
    }

    private static void Add(
        Table table, string name, string call, string than, Action other, Action both, double target, Schedule schedule)
    {
        TurnTimes times = TurnTimes.Measure([other, both], schedule);
        Ratio ratio = times.Ratio(1);
        long otherBytes = CallCost.Allocated(other, times.Calls);
        long bothBytes = CallCost.Allocated(both, times.Calls);
        table.AddRow(
            Markup.Escape(name),
            call,
            than,
            Figures.Count(times.Median(1)),
            Figures.Count(times.Median(0)),
            Figures.Format(ratio.Median, "F2"),
            Figures.PlusMinus(ratio),
            Figures.Format(target, "0.##"),
            Figures.Verdict(ratio.Median >= target),
            Figures.Count(bothBytes),
            Figures.Count(otherBytes),
            Figures.Verdict(than != Plain || bothBytes <= otherBytes));
    }
}
