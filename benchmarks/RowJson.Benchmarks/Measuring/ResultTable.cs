using System.Globalization;
using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Prints measurements: a table for people, comma-separated lines for programs.</summary>
internal static class ResultTable
{
    public static void Print(IReadOnlyCollection<Measurement> measurements)
    {
        Table table = Output.CreateTable("sample", "source", "encoder", ">ns/row", ">MB/s", ">ratio", ">spread", ">B/call");
        foreach (IGrouping<Race, Measurement> race in measurements.GroupBy(measurement => measurement.Race))
        {
            Measurement? baseline = race.FirstOrDefault(measurement => measurement.Contender == Contenders.Baseline);
            foreach (Measurement measurement in race)
                AddRow(table, measurement, baseline);
        }
        Output.PrintMachine();
        Output.Print(table);
        Output.Print($"Time is the median of the rounds; the ratio is to {Contenders.Baseline.Name}, the median of the rounds' ratios; "
            + "the spread is (p90 - p10) / median.");
        Output.Print("Before timing, outputs were compared byte for byte; Newtonsoft's by value; MemoryCopy and Reading are bounds, not encoders.");
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

    private static void AddRow(Table table, Measurement measurement, Measurement? baseline) => table.AddRow(
        Markup.Escape(measurement.Race.SampleName),
        measurement.Race.Source.Name,
        measurement.Contender.Name,
        Format(measurement.NanosecondsPerRow, measurement.NanosecondsPerRow < 100 ? "F1" : "N0"),
        measurement.Contender == Contenders.Reading ? "-" : Format(measurement.MegabytesPerSecond, "N0"),
        baseline is null ? "-" : Format(measurement.RatioTo(baseline), "F3"),
        Format(measurement.Spread * 100, "F0") + " %",
        Format(measurement.AllocatedBytes, "N0"));

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    // The name of a sample is the name of a file: it may contain any character.
    private static string Quote(string field) =>
        field.AsSpan().ContainsAny(',', '"', '\n') ? $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : field;
}
