namespace RowJson.Benchmarks;

/// <summary>What the first words of the command line choose, but for the main job and what shares its options.</summary>
internal static class Commands
{
    /// <summary>The jobs by the words that choose them. A new one is an item here; parts of names may follow, and <c>--short</c>.</summary>
    private static readonly (string Words, Func<Job> Job)[] Jobs =
    [
        ("--targets cells", () => CellCases.Job),
        ("--targets documents", () => DocumentCases.Job),
        ("--targets drop-in", () => DropInCases.Job),
        ("--targets kinds", () => KindCases.Job),
        ("--targets options", () => OptionCases.Job),
        ("--compact", () => CompactCases.Job),
        ("--sending", () => SendingCases.Job),
        ("--techniques", () => TechniqueCases.Job),
        ("--cases matrix", () => RaceCases.Matrix),
        ("--cases shapes", () => RaceCases.AllShapes),
        ("--cases readers", () => RaceCases.Readers),
        ("--cases objects", () => RaceCases.Objects),
        ("--cases providers", () => RaceCases.Providers),
        ("--cases ladder", () => LadderCases.Job),
        ("--cases ladder-file", () => LadderCases.ToFile),
        ("--cases names", () => CallCases.PropertyNames),
        ("--cases pooling", () => CallCases.Pooling),
        ("--cases sinks", () => CallCases.Sinks),
        ("--cases small-results", () => CallCases.SmallResults),
        ("--cases strings", () => StringCases.Job),
        ("--cases memory", () => MemoryCases.Job),
        ("--cases data-sets", () => OriginalCases.DataSets),
        ("--cases strategies", () => OriginalCases.Strategies),
    ];

    /// <summary>What measures otherwise: processes that are started anew, profiles, and files.</summary>
    private static readonly (string Words, Action<string[]> Run)[] Others =
    [
        ("--first-call", ProcessTables.PrintFirstCalls),
        ("--warm-up", ProcessTables.PrintWarmUps),
        ("--profile", ProfileJob.Run),
        ("--original", Pages.Original.Write),
        ("--suites", Pages.Suites.Write),
        ("--newest-json", NewestJsonPage.Write),
        ("--machine", _ => Output.PrintMachine()),
        (LoadChart.Option, LoadChart.Draw),
    ];

    /// <summary>What the words choose; null where it is the main job.</summary>
    /// <exception cref="BenchmarkException">The name is not that of a job.</exception>
    public static Func<int>? Find(string[] args)
    {
        foreach ((string first, Func<Job> job) in Jobs)
            if (Rest(first, args) is { } rest) return () => RunJob(job(), rest);
        foreach ((string first, Action<string[]> run) in Others)
            if (Rest(first, args) is { } rest) return () => Done(() => run(rest));
        return args is not ["--cases", ..] ? null : throw Unknown("--cases");
    }

    /// <summary>What <c>--cases</c> runs by that name.</summary>
    /// <exception cref="BenchmarkException">There is none.</exception>
    public static Job FindCases(string name, string asked) =>
        Array.Find(Jobs, it => it.Words == $"--cases {name}").Job?.Invoke() ?? throw Unknown(asked);

    private static BenchmarkException Unknown(string asked)
    {
        IEnumerable<string[]> words = Jobs.Select(it => it.Words.Split(' '));
        return new($"{asked} is followed by one of {string.Join(", ", words.Where(it => it[0] == "--cases").Select(it => it[1]))}.");
    }

    private static int RunJob(Job job, string[] rest) =>
        Done(() => job.Run([.. rest.Where(it => !it.StartsWith('-'))], rest.Contains("--short")));

    private static int Done(Action action)
    {
        action();
        return 0;
    }

    /// <summary>The arguments after the words; null where the line begins otherwise.</summary>
    private static string[]? Rest(string words, string[] args)
    {
        string[] first = words.Split(' ');
        return args.Take(first.Length).SequenceEqual(first) ? args[first.Length..] : null;
    }
}
