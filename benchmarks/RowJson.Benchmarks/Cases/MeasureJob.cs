namespace RowJson.Benchmarks;

/// <summary>The main job: sample × source × encoder, checked and measured; each table is printed as soon as it is there, a summary last.</summary>
internal static class MeasureJob
{
    // With the start of the program and what a plan does not know, a run ends within a minute; without options, so does its build before it.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45), LimitWithBuild = TimeSpan.FromSeconds(20);

    public static void Run(JobOptions options)
    {
        bool hasTables = !options.Csv && !options.Lines;
        if (hasTables && !options.Short) Output.PrintMachine();
        List<Race> races = CreateRaces(options);
        Job job = Race.Job(races, options.Schedule, options.TakesItsTime ? null : options.IsUsual ? LimitWithBuild : Limit);
        Job files = FileCases.Job(races.Where(race => FileCases.AppliesTo(race.Source)).Select(race => (race.Sample, race.Source)));
        bool hasFiles = options.Settings == EncodingSettings.Default && options.Contenders.Contains(Contenders.Buffer) && hasTables;
        if (options.Short) job.Run([], isShort: true);
        else if (options.Lines) TargetRow.Print(job);
        else Measure(job, options);
        if (hasFiles) files.Run([], options.Short, hasHeading: false);
    }

    private static void Measure(Job job, JobOptions options)
    {
        var races = new List<IReadOnlyList<Measurement>>();
        foreach (IReadOnlyList<Measurement> race in job.Measure([]))
        {
            if (!options.Csv) ResultTable.Print(race);
            races.Add(race);
        }
        if (options.Csv) ResultTable.PrintCsv(races);
        else RunSummary.Print(races);
        if (options.Plot is { } file) TargetRow.Chart([.. races.SelectMany(TargetRow.Of)], Output.Machine).Write(file);
    }

    private static List<Race> CreateRaces(JobOptions options)
    {
        List<Race> races =
        [
            .. from it in LoadSamples(options)
               from source in RowSources.Available((options.Sources ?? it.Sources).Where(source => source.AppliesTo(it.Sample)))
               select new Race(it.Sample, source, options.Contenders, options.Settings),
        ];
        races.RemoveAll(race => race.Slice.Ways.Count == 0);
        return races.Count > 0 ? races
            : throw new BenchmarkException("none of the chosen encoders can encode rows in the form of the chosen sources; see --help");
    }

    private static IEnumerable<(Sample Sample, IReadOnlyList<RowSource> Sources)> LoadSamples(JobOptions options)
    {
        if (options.Inputs.Count > 0) return options.Inputs.Select(path => (DataFiles.Load(path), RowSources.Default));
        if (options.Generator is { } generator) return [(RowGenerator.Generate("generated", generator), RowSources.Default)];
        if (options.Providers) return [StandardSamples.GenerateProviders(options.Short)];
        return options.Short ? StandardSamples.GenerateShort() : StandardSamples.Generate(options.All);
    }
}

/// <summary>What the command line asks for.</summary>
internal sealed record JobOptions
{
    /// <summary>Files with rows; the standard samples when empty.</summary>
    public IReadOnlyList<string> Inputs { get; init; } = [];
    /// <summary>The output is read by another process of this program.</summary>
    public bool Lines { get; init; }
    /// <summary>Rows to generate in place of the standard samples.</summary>
    public GeneratorOptions? Generator { get; init; }
    /// <summary>The rows come from real databases and files.</summary>
    public bool Providers { get; init; }
    /// <summary>All standard samples in place of some.</summary>
    public bool All { get; init; }
    /// <summary>Nothing says which rows and encoders: the usual ones.</summary>
    public bool IsUsual { get; init; }
    /// <summary>The schedule is kept, however long that takes.</summary>
    public bool TakesItsTime { get; init; }
    public IReadOnlyList<Contender> Contenders { get; init; } = [];
    /// <summary>What is asked of the output.</summary>
    public EncodingSettings Settings { get; init; } = EncodingSettings.Default;
    /// <summary>Null where none was named: the job chooses.</summary>
    public IReadOnlyList<RowSource>? Sources { get; init; }
    public Schedule Schedule { get; init; } = new();
    /// <summary>Outputs are compared, and nothing is measured; the standard samples are the small ones.</summary>
    public bool Short { get; init; }
    /// <summary>Where a chart of the ratios goes; null if none is wanted.</summary>
    public FileInfo? Plot { get; init; }
    public bool Csv { get; init; }
}
