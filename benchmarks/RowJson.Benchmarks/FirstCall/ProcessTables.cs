using System.Reflection.PortableExecutable;

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
        IReadOnlyList<IReadOnlyList<Measurement>> sources = ProcessRun.FirstCall.Measure(arguments);
        var layout = new Layout(true, [
            Column.Label("source"), Column.Way("encoder"),
            Milliseconds(">wall ms", it => it.WallMicroseconds[0] / 1_000), Milliseconds(">CPU ms", it => it.CpuMicroseconds[0] / 1_000),
            new(">ratio", line => Figures.Format(Cpu(line.Own, line.First, stretch: 0).Median, "F2")),
            new(">spread", line => line.IsFirst ? "-" : Figures.PlusMinus(Cpu(line.Own, line.First, stretch: 0))),
            Column.Count(">methods", line => Median(line, it => it.Methods)), Milliseconds(">JIT ms", it => it.JitMilliseconds)]);
        Output.PrintMachine();
        Output.Print($"The program, RowJson and its rows are {(IsReadyToRun ? "compiled ahead (ReadyToRun)" : "IL")}");
        Output.PrintFigures(
            [Output.CreateTable(layout.Headers, sources.SelectMany(layout.Lines))],
            $"The first call of a process, to a MemoryStream: medians of {sources[0][0].Processes.Count} processes each, in turns. "
            + "The ratio is the median of the rounds' ratios of CPU time to the first encoder of a source; the spread says how well it is "
            + "known (95 %). Methods: compiled during the call; the compiler's time is elapsed time.", hasHeading: false);
    }

    public static void PrintWarmUps(string[] arguments)
    {
        ProcessRun run = ProcessRun.WarmUp;
        IReadOnlyList<IReadOnlyList<Measurement>> lists = run.Measure(arguments);
        var layout = new Layout(true, [
            Column.Label("list"), Column.Way("encoder"),
            .. run.Stretches.Select((last, k) => new Column(k == 0 ? ">call 1" : $">to {last:N0}", line => string.Join(" / ",
                Figures.Count(Median(line, it => it.WallMicroseconds[k])), Figures.Count(Median(line, it => it.CpuMicroseconds[k]))))),
            OfOthers(">2–10, ms more", line => Figures.Format(MoreMilliseconds(line), "F1")),
            OfOthers("", line => Figures.Verdict(MoreMilliseconds(line) <= MostMilliseconds)),
            OfOthers(">11–100", line => $"{Figures.Format(Later(line).Median, "F2")} {Figures.PlusMinus(Later(line))}"),
            OfOthers("", line => Figures.Verdict(Later(line).Median >= AsFast))]);
        Output.PrintFigures(
            [Output.CreateTable(layout.Headers, lists.SelectMany(layout.Lines))],
            $"Microseconds a call, elapsed / of all processors: medians of {lists[0][0].Processes.Count} new processes each, in turns.\n"
            + "2–10, and 11–100 (times faster than JsonSerializer), are of the time of all processors.");
    }

    private static double MoreMilliseconds(Line line) =>
        (Median(line, it => it.CpuMicroseconds[1]) - Median(line with { Own = line.First }, it => it.CpuMicroseconds[1])) * 9 / 1_000;

    private static Ratio Later(Line line) => Cpu(line.First, line.Own, stretch: 2);

    private static Column OfOthers(string header, Func<Line, string> cell) => new(header, line => line.IsFirst ? "" : cell(line));

    private static Column Milliseconds(string header, Func<ProcessFigures, double> value) =>
        new(header, line => Figures.Format(Median(line, value), "F1"));

    private static Ratio Cpu(Measurement own, Measurement other, int stretch) => Ratio.Of(
        [.. own.Processes.Select(it => it.CpuMicroseconds[stretch])], [.. other.Processes.Select(it => it.CpuMicroseconds[stretch])]);

    private static double Median(Line line, Func<ProcessFigures, double> value) => Statistics.Median([.. line.Own.Processes.Select(value)]);

    /// <summary>What is published with <c>PublishReadyToRun</c> has machine code beside its IL.</summary>
    private static bool IsReadyToRun
    {
        get
        {
            using var reader = new PEReader(File.OpenRead(typeof(JsonRows).Assembly.Location));
            return reader.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0;
        }
    }
}
