namespace RowJson.Benchmarks;

/// <summary>The main job: every sample × source × encoder, checked and measured.</summary>
internal static class MeasureJob
{
    public static void Run(JobOptions options)
    {
        if (options.Short)
        {
            CheckJob.Run(CreateRaces(options));
            return;
        }
        IReadOnlyList<Measurement> measurements = RoundRobinTimer.Measure(options.Schedule, () => CreateRaces(options));
        if (options.Csv)
            ResultTable.PrintCsv(measurements);
        else
            ResultTable.Print(measurements);
        if (options.Plot is { } file)
            RatioChart.Write(file, measurements);
    }

    private static List<Race> CreateRaces(JobOptions options)
    {
        var races = new List<Race>();
        foreach ((Sample sample, IReadOnlyList<IRowSource> sources) in LoadSamples(options))
        {
            foreach (IRowSource source in (options.Sources ?? sources).Where(source => source.AppliesTo(sample)))
                races.Add(Race.Create(sample, source, options.Contenders));
        }
        races.RemoveAll(race => race.Contenders.Count == 0);
        if (races.Count == 0)
            throw new BenchmarkException("none of the chosen encoders can encode these rows in the form of the chosen sources; see --help");
        return races;
    }

    private static IEnumerable<(Sample Sample, IReadOnlyList<IRowSource> Sources)> LoadSamples(JobOptions options)
    {
        if (options.Inputs.Count > 0)
            return options.Inputs.Select(path => (DataFiles.Load(path), RowSources.Default));
        if (options.Generator is { } generator)
            return [(RowGenerator.Generate("generated", generator), RowSources.Default)];
        return options.Short ? StandardSamples.GenerateShort() : StandardSamples.Generate();
    }
}
