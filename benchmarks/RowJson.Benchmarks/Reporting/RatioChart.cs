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
                race.Key.SampleName, race.Key.Source.Name, baseline.RatioTo(rowJson).Median, floor is null ? null : baseline.RatioTo(floor).Median));
        }
        if (bars.Count == 0)
            throw new BenchmarkException($"--plot needs {Contenders.Baseline.Name} and {Contenders.Buffer.Name} among the encoders");
        ChartFile.Write(file, new BarChart(
            $"Times faster than {Contenders.Baseline.Name}", Output.Machine, "a copy of the text, or reading alone", Unit: "×", Scale.Ratios, bars));
    }
}
