namespace RowJson.Benchmarks;

/// <summary>The ratios of a run as a chart: how many times faster than the baseline RowJson is, by sample and source.</summary>
internal static class RatioChart
{
    public static void Write(FileInfo file, IEnumerable<Measurement> measurements)
    {
        List<Bar> bars = [];
        foreach (IGrouping<Race, Measurement> race in measurements.GroupBy(measurement => measurement.Race))
        {
            Measurement? baseline = race.FirstOrDefault(measurement => measurement.Contender == Contenders.Baseline);
            Measurement? rowJson = race.FirstOrDefault(measurement => measurement.Contender == Contenders.Buffer);
            if (baseline is null || rowJson is null) continue;
            Measurement? floor =
                race.FirstOrDefault(measurement => measurement.Contender == Contenders.Copy || measurement.Contender == Contenders.Reading);
            bars.Add(new Bar(
                race.Key.SampleName, race.Key.Source.Name, 1 / rowJson.RatioTo(baseline), floor is null ? null : 1 / floor.RatioTo(baseline)));
        }
        Write(file, bars, $"Times faster than {Contenders.Baseline.Name}", "a copy of the text, or reading alone");
    }

    public static void Write(FileInfo file, IEnumerable<TargetRow> rows) => Write(
        file,
        rows.Select(row => new Bar(row.DataSet, row.Source, row.Factor, row.Target)),
        "Times faster than the baseline of the source",
        "target");

    private static void Write(FileInfo file, IEnumerable<Bar> bars, string title, string mark)
    {
        List<Bar> drawn = [.. bars];
        if (drawn.Count == 0)
            throw new BenchmarkException($"--plot needs {Contenders.Baseline.Name} and {Contenders.Buffer.Name} among the encoders");
        var chart = new BarChart(title, Output.Machine, mark, Unit: "×", Scale: Scale.Logarithmic, drawn);
        try
        {
            File.WriteAllText(file.FullName, chart.ToSvg());
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkException($"{file}: cannot be written: {exception.Message}", exception);
        }
        Console.Error.WriteLine($"chart: {file}");
    }
}
