namespace RowJson.Benchmarks;

/// <summary>Prints measurements: a table of at most 80 columns for people, comma-separated lines for programs.</summary>
internal static class ResultTable
{
    private static readonly Layout Layout = new(true, [
        Column.Way("encoder"),
        new(">ratio", line => Baseline(line) is { } baseline ? Figures.Format(line.Own.RatioTo(baseline).Median, "F3") : "-"),
        new(">spread", line => Baseline(line) is { } it && it != line.Own ? Figures.PlusMinus(line.Own.RatioTo(it)) : "-"),
        new(">ns/cell", line => Figures.Format(line.Own.Time / line.Case.Race!.Sample.CellCount, "F1")),
        new(">MB/s", line => line.Own.Way.Agreement == Agreement.Bound && line.Own.Way.Name != Contenders.Copy.Name
            ? "-" : Figures.Count(line.Own.MegabytesPerSecond)),
        Column.Count(">B/call", line => line.Own.AllocatedBytes)]);

    /// <summary>Prints what was measured in one race.</summary>
    public static void Print(IReadOnlyList<Measurement> measurements)
    {
        Race race = measurements[0].Case.Race!;
        Output.Print("");
        Output.Print($"{race.SampleName}, {race.Source.Name}: {Count(race.Sample.RowCount, "row")} of "
            + $"{Figures.Format((double)race.Sample.CellCount / race.Sample.RowCount, "#,0.#")} cells");
        Output.Print(Output.CreateTable(Layout.Headers, Layout.Lines(measurements)));
    }

    public static void PrintLegend()
    {
        Output.Print("");
        Output.Print($"ratio: the time ÷ that of {Contenders.Baseline.Name}, the median of the rounds' ratios.\n"
            + "spread: how well that median is known (95 %); both took turns in each round.\n"
            + "ns/cell, MB/s: of the median round; B/call: allocated.\n"
            + "Times are processor times of this process: what a server of a database takes is\n"
            + "not in them.\n"
            + "Before timing, outputs were compared byte for byte, Newtonsoft's by value.\n"
            + "MemoryCopy (the text copied), Reading (all values read by getters),\n"
            + "ReadingPackage (by the calls that a package of RowJson makes) and Stepping\n"
            + "(from row to row) are bounds, not encoders.");
    }

    public static void PrintCsv(IEnumerable<IReadOnlyList<Measurement>> races)
    {
        Console.Out.WriteLine("sample,source,encoder,run,nanoseconds");
        foreach (Measurement measurement in races.SelectMany(race => race))
        {
            for (int run = 0; run < measurement.Nanoseconds.Length; run++)
            {
                Console.Out.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Quote(measurement.Case.Race!.SampleName)},{measurement.Case.Race!.Source.Name},{measurement.Way.Name},"
                    + $"{run + 1},{measurement.Nanoseconds[run]:F0}"));
            }
        }
    }

    private static Measurement? Baseline(Line line) => line.Find(Contenders.Baseline.Name);
    private static string Count(int count, string what) => Figures.Format(count, "N0") + " " + what + (count == 1 ? "" : "s");

    // The name of a sample is the name of a file: it may contain any character.
    private static string Quote(string field) =>
        field.AsSpan().ContainsAny(',', '"', '\n') ? $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : field;
}
