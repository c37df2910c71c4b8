using System.Globalization;
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
        int count = 0;
        foreach (Func<OptionCase> create in OptionCases.All)
        {
            using OptionCase it = create();
            it.Check();
            count++;
            if (schedule is not null) Add(table, it, schedule);
        }
        if (schedule is null)
        {
            Output.Print($"{count} values agree. {CheckJob.Sentence}");
            return;
        }
        Output.PrintMachine();
        Output.Print(table);
        Output.Print("ratio: times faster than plain options, or than those of CreateWriteOptions, the median of the rounds' ratios; spread: how well\n"
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
        Pair pair = Pair.Measure(other, both, schedule);
        table.AddRow(
            Markup.Escape(name),
            call,
            than,
            pair.Both.ToString("N0", CultureInfo.InvariantCulture),
            pair.Other.ToString("N0", CultureInfo.InvariantCulture),
            Figures.Format(pair.Ratio.Median, "F2"),
            Figures.PlusMinus(pair.Ratio),
            Figures.Format(target, "0.##"),
            pair.Ratio.Median >= target ? "met" : "MISSED",
            pair.BothBytes.ToString("N0", CultureInfo.InvariantCulture),
            pair.OtherBytes.ToString("N0", CultureInfo.InvariantCulture),
            than == Plain && pair.BothBytes > pair.OtherBytes ? "MISSED" : "met");
    }

    /// <summary>Medians of two contenders that took turns.</summary>
    private sealed record Pair(double Other, double Both, Ratio Ratio, long OtherBytes, long BothBytes)
    {
        public static Pair Measure(Action other, Action both, Schedule schedule)
        {
            int calls = 1;
            while (CallCost.Time(other, calls) * calls < schedule.RoundTime.TotalNanoseconds) calls *= 2;
            for (int i = 0; i < schedule.WarmUpTurns; i++)
            {
                CallCost.Time(other, calls);
                CallCost.Time(both, calls);
                Thread.Sleep(schedule.Pause);
            }
            var rounds = new List<(double Other, double Both)>();
            for (int i = 0; i < schedule.Rounds; i++)
            {
                // Each goes first as often as the other.
                double first = CallCost.Time(i % 2 == 0 ? other : both, calls), second = CallCost.Time(i % 2 == 0 ? both : other, calls);
                rounds.Add(i % 2 == 0 ? (first, second) : (second, first));
            }
            return new Pair(
                Statistics.Median([.. rounds.Select(round => round.Other)]),
                Statistics.Median([.. rounds.Select(round => round.Both)]),
                new Ratio([.. rounds.Select(round => round.Other / round.Both)]),
                CallCost.Allocated(other, calls),
                CallCost.Allocated(both, calls));
        }
    }
}
