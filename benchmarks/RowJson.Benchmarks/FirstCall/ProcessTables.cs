using System.Reflection.PortableExecutable;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>What calls cost while a process warms up, as tables.</summary>
internal static class ProcessTables
{
    /// <summary>Calls 2 to 10 may take so much longer, all of them together.</summary>
    private const double MostMilliseconds = 3;

    /// <summary>What is closer to one cannot be told from it.</summary>
    private const double AsFast = 0.97;

    public static void PrintFirstCalls(string[] arguments)
    {
        ProcessRun run = ProcessRun.FirstCall;
        List<ProcessFigures>[] figures = run.Measure(arguments);
        Table table = Output.CreateTable("source", "encoder", ">wall ms", ">CPU ms", ">ratio", ">spread", ">methods", ">JIT ms");
        for (int i = 0; i < figures.Length; i++)
        {
            int baseline = run.IndexOfBaseline(i);
            Ratio ratio = Ratio.Of(Cpu(figures[i], stretch: 0), Cpu(figures[baseline], stretch: 0));
            table.AddRow(
                run.Cases[i].Source,
                run.Cases[i].Encoder,
                Milliseconds(Median(figures[i], it => it.WallMicroseconds[0]) / 1_000),
                Milliseconds(Median(figures[i], it => it.CpuMicroseconds[0]) / 1_000),
                Figures.Format(ratio.Median, "F2"),
                i == baseline ? "-" : Figures.PlusMinus(ratio),
                Figures.Format(Median(figures[i], it => it.Methods), "F0"),
                Milliseconds(Median(figures[i], it => it.JitMilliseconds)));
        }
        Output.PrintMachine();
        Output.Print($"The program, RowJson and its rows are {(IsReadyToRun ? "compiled ahead (ReadyToRun)" : "IL")}");
        Output.Print(table);
        Output.Print(
            $"The first call of a process, to a MemoryStream: medians of {Figures.Count(figures[0].Count)} processes each, in turns. "
            + "The ratio is the median of the rounds' ratios of CPU time to the first encoder of a source; the spread says how well it is "
            + "known (95 %). Methods: compiled during the call; the compiler's time is elapsed time.");
    }

    public static void PrintWarmUps(string[] arguments)
    {
        ProcessRun run = ProcessRun.WarmUp;
        List<ProcessFigures>[] figures = run.Measure(arguments);
        Table table = Output.CreateTable(
            ["list", "encoder", .. run.Stretches.Select((last, i) => i == 0 ? ">call 1" : $">to {last:N0}"), ">2–10, ms more", "", ">11–100", ""]);
        for (int i = 0; i < figures.Length; i++)
        {
            List<ProcessFigures> own = figures[i], plain = figures[run.IndexOfBaseline(i)];
            IEnumerable<string> stretches = run.Stretches.Select((_, k) =>
                $"{Figures.Count(Median(own, it => it.WallMicroseconds[k]))} / {Figures.Count(Median(own, it => it.CpuMicroseconds[k]))}");
            table.AddRow([run.Cases[i].Source, run.Cases[i].Encoder, .. stretches, .. own == plain ? ["", "", "", ""] : Verdicts(own, plain)]);
        }
        Output.PrintFigures(
            [table],
            $"Microseconds a call, elapsed / of all processors: medians of {Figures.Count(figures[0].Count)}"
            + " new processes each, in turns. 2–10, and 11–100 (times faster than JsonSerializer), are of the time of all processors.");
    }

    private static string[] Verdicts(List<ProcessFigures> own, List<ProcessFigures> plain)
    {
        double more = (Median(own, it => it.CpuMicroseconds[1]) - Median(plain, it => it.CpuMicroseconds[1])) * 9 / 1_000;
        Ratio ratio = Ratio.Of(Cpu(plain, stretch: 2), Cpu(own, stretch: 2));
        return
        [
            Figures.Format(more, "F1"), Figures.Verdict(more <= MostMilliseconds),
            $"{Figures.Format(ratio.Median, "F2")} {Figures.PlusMinus(ratio)}", Figures.Verdict(ratio.Median >= AsFast),
        ];
    }

    /// <summary>What is published with <c>PublishReadyToRun</c> has machine code beside its IL.</summary>
    private static bool IsReadyToRun
    {
        get
        {
            using var reader = new PEReader(File.OpenRead(typeof(JsonRows).Assembly.Location));
            return reader.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0;
        }
    }

    private static double[] Cpu(List<ProcessFigures> figures, int stretch) => [.. figures.Select(it => it.CpuMicroseconds[stretch])];
    private static double Median(List<ProcessFigures> figures, Func<ProcessFigures, double> value) => Statistics.Median([.. figures.Select(value)]);
    private static string Milliseconds(double milliseconds) => Figures.Format(milliseconds, "F1");
}
