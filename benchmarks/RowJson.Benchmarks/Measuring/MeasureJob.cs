namespace RowJson.Benchmarks;

/// <summary>The main job: every sample × source × encoder, checked and measured.</summary>
internal static class MeasureJob
{
    public static void Run(JobOptions options)
    {
        IReadOnlyList<Measurement> measurements = ProgressReport.Show((progress, setSteps) =>
        {
            var timer = new RoundRobinTimer(options.Schedule, progress);
            Race[] races =
            [
                .. LoadSamples(options)
                    .SelectMany(_ => options.Sources, (sample, source) => Race.Create(sample, source, options.Contenders))
                    .Where(race => race.Entries.Count > 0),
            ];
            setSteps(timer.CountSteps(races));
            return timer.Run(races);
        });
        if (measurements.Count == 0)
            throw new BenchmarkException("none of the chosen encoders can encode rows of the chosen sources");
        if (options.Csv)
            ResultTable.PrintCsv(measurements);
        else
            ResultTable.Print(measurements);
    }

    private static IReadOnlyList<Sample> LoadSamples(JobOptions options)
    {
        if (options.Inputs.Count > 0)
            return [.. options.Inputs.Select(DataFiles.Load)];
        return options.Generator is { } generator
            ? [RowGenerator.Generate("generated", generator)]
            : StandardSamples.Generate(options.Short);
    }
}
