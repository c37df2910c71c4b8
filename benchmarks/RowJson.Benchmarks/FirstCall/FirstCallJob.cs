using System.Globalization;
using System.Reflection.PortableExecutable;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Measures what the first call of a process costs, each in a process of its own, and prints a table.</summary>
internal static class FirstCallJob
{
    /// <summary>The first argument that makes this program do so; the second one is the number of processes for each case.</summary>
    public const string Option = "--first-call";

    public static int Run(string[] arguments)
    {
        int rounds = ProcessRounds.CountOf(Option, arguments);
        Print(ProcessRounds.Measure(rounds, [.. FirstCallCase.All.Select(it => it.Source)], FirstCallProcess.Measure, call => call.Output));
        return 0;
    }

    private static void Print(List<FirstCallFigures>[] figures)
    {
        Table table = Output.CreateTable("source", "encoder", ">wall ms", ">CPU ms", ">ratio", ">spread", ">methods", ">JIT ms");
        for (int i = 0; i < figures.Length; i++)
        {
            FirstCallCase it = FirstCallCase.All[i];
            int baseline = IndexOfBaseline(it.Source);
            double[] cpu = [.. figures[i].Select(call => call.CpuMilliseconds)];
            Ratio ratio = Ratio.Of(cpu, [.. figures[baseline].Select(call => call.CpuMilliseconds)]);
            table.AddRow(
                it.Source,
                it.Encoder,
                Format(Statistics.Median([.. figures[i].Select(call => call.WallMilliseconds)])),
                Format(Statistics.Median(cpu)),
                ratio.Median.ToString("F2", CultureInfo.InvariantCulture),
                i == baseline ? "-" : Figures.PlusMinus(ratio),
                Statistics.Median([.. figures[i].Select(call => (double)call.Methods)]).ToString("F0", CultureInfo.InvariantCulture),
                Format(Statistics.Median([.. figures[i].Select(call => call.JitMilliseconds)])));
        }
        Output.PrintMachine();
        Output.Print($"The program, RowJson and its rows are {(IsReadyToRun ? "compiled ahead (ReadyToRun)" : "IL")}");
        Output.Print(table);
        Output.Print(string.Create(
            CultureInfo.InvariantCulture,
            $"The first call of a process, to a MemoryStream: medians of {figures[0].Count} processes each, in turns. The ratio is the "
            + $"median of the rounds' ratios of CPU time to the first encoder of a source; the spread says how well it is known "
            + $"(95 %). Methods: compiled during the call; the compiler's time is elapsed time."));
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

    private static int IndexOfBaseline(string source)
    {
        int index = 0;
        while (FirstCallCase.All[index].Source != source) index++;
        return index;
    }

    private static string Format(double milliseconds) => milliseconds.ToString("F1", CultureInfo.InvariantCulture);
}
