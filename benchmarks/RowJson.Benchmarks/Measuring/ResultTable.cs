using System.Globalization;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Prints measurements: a table of at most 80 columns for people, comma-separated lines for programs.</summary>
internal static class ResultTable
{
    public static void Print(IReadOnlyCollection<Measurement> measurements)
    {
        Output.PrintMachine();
        foreach (IGrouping<Race, Measurement> race in measurements.GroupBy(measurement => measurement.Race))
            Print(race.Key, [.. race]);
        Output.Print($"ratio: the time ÷ that of {Contenders.Baseline.Name}, the median of the rounds' ratios.\n"
            + "ns/cell, MB/s: of the median round; spread: (p90 - p10) / median; B/call: allocated.\n"
            + "Before timing, outputs were compared byte for byte, Newtonsoft's by value.\n"
            + "MemoryCopy (the text copied) and Reading (all values read) are bounds, not encoders.");
        Output.PrintNoise(measurements);
    }

    public static void PrintCsv(IEnumerable<Measurement> measurements)
    {
        Console.Out.WriteLine("sample,source,encoder,run,nanoseconds");
        foreach (Measurement measurement in measurements)
        {
            for (int run = 0; run < measurement.Nanoseconds.Length; run++)
            {
                Console.Out.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Quote(measurement.Race.SampleName)},{measurement.Race.Source.Name},{measurement.Contender.Name},"
                    + $"{run + 1},{measurement.Nanoseconds[run]:F0}"));
            }
        }
    }

    private static void Print(Race race, IReadOnlyList<Measurement> measurements)
    {
        Table table = Output.CreateTable("encoder", ">ratio", ">spread", ">ns/cell", ">MB/s", ">B/call");
        Measurement? baseline = measurements.FirstOrDefault(measurement => measurement.Contender == Contenders.Baseline);
        foreach (Measurement measurement in measurements)
        {
            table.AddRow(
                measurement.Contender.Name,
                baseline is null ? "-" : Figures.Format(measurement.RatioTo(baseline), "F3"),
                Figures.Percent(measurement.Spread),
                Figures.Format(measurement.NanosecondsPerCell, "F1"),
                measurement.Contender == Contenders.Reading ? "-" : Figures.Format(measurement.MegabytesPerSecond, "N0"),
                Figures.Format(measurement.AllocatedBytes, "N0"));
        }
        Output.Print("");
        Output.Print($"{race.SampleName}, {race.Source.Name}: {Count(race.Sample.RowCount, "row")} of "
            + $"{Figures.Format((double)race.Sample.CellCount / race.Sample.RowCount, "#,0.#")} cells");
        Output.Print(table);
    }

    private static string Count(int count, string what) => Figures.Format(count, "N0") + " " + what + (count == 1 ? "" : "s");

    // The name of a sample is the name of a file: it may contain any character.
    private static string Quote(string field) =>
        field.AsSpan().ContainsAny(',', '"', '\n') ? $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : field;
}
