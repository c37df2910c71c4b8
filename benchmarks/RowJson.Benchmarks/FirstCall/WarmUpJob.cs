using System.Globalization;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Measures what calls cost while a process warms up, and prints a table.</summary>
internal static class WarmUpJob
{
    /// <summary>The first argument that makes this program do so; the second one is the number of processes for each case.</summary>
    public const string Option = "--warm-up";

    /// <summary>Calls 2 to 10 may take so much longer, all of them together.</summary>
    private const double MostMilliseconds = 3;

    /// <summary>What is closer to one cannot be told from it.</summary>
    private const double AsFast = 0.97;

    public static int Run(string[] arguments)
    {
        int rounds = ProcessRounds.CountOf(Option, arguments);
        Print(ProcessRounds.Measure(rounds, [.. WarmUpCase.All.Select(it => it.Source)], WarmUpProcess.Measure, call => call.Output));
        return 0;
    }

    private static void Print(List<WarmUpFigures>[] figures)
    {
        Table table = Output.CreateTable(
            ["list", "encoder", .. WarmUpProcess.Stretches.Select((last, i) => i == 0 ? ">call 1" : $">to {last:N0}"), ">2–10, ms more", "", ">11–100", ""]);
        for (int i = 0; i < figures.Length; i++)
        {
            WarmUpCase it = WarmUpCase.All[i];
            int baseline = IndexOfBaseline(it.Source);
            List<string> cells = [it.Source, it.Encoder];
            for (int stretch = 0; stretch < WarmUpProcess.Stretches.Length; stretch++)
                cells.Add($"{Format(Median(figures[i], stretch))} / {Format(MedianCpu(figures[i], stretch))}");
            if (i == baseline) cells.AddRange(["", "", "", ""]);
            else
            {
                double more = (MedianCpu(figures[i], 1) - MedianCpu(figures[baseline], 1)) * 9 / 1_000;
                var ratio = new Ratio([.. figures[i].Zip(figures[baseline], (ours, plain) => plain.CpuMicroseconds[2] / ours.CpuMicroseconds[2])]);
                cells.AddRange([
                    more.ToString("F1", CultureInfo.InvariantCulture), Figures.Verdict(more <= MostMilliseconds),
                    $"{Figures.Format(ratio.Median, "F2")} {Figures.PlusMinus(ratio)}", Figures.Verdict(ratio.Median >= AsFast)]);
            }
            table.AddRow([.. cells]);
        }
        Output.PrintFigures(
            [table],
            "Microseconds a call, elapsed / of all processors: medians of " + figures[0].Count.ToString(CultureInfo.InvariantCulture)
            + " new processes each, in turns. 2–10, and 11–100 (times faster than JsonSerializer), are of the time of all processors.");
    }

    private static double Median(List<WarmUpFigures> figures, int stretch) =>
        Statistics.Median([.. figures.Select(it => it.WallMicroseconds[stretch])]);

    private static double MedianCpu(List<WarmUpFigures> figures, int stretch) =>
        Statistics.Median([.. figures.Select(it => it.CpuMicroseconds[stretch])]);

    private static int IndexOfBaseline(string source)
    {
        int index = 0;
        while (WarmUpCase.All[index].Source != source) index++;
        return index;
    }

    private static string Format(double microseconds) => Figures.Count(microseconds);
}
