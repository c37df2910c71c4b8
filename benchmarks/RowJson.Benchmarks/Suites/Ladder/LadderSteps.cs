namespace RowJson.Benchmarks;

/// <summary>The steps of <see cref="LadderBenchmarks"/>, each with what the one before has; numbered, for tables sort names.</summary>
internal static class LadderSteps
{
    public static IReadOnlyList<(string Name, IRowSource Source, IContender Contender)> All { get; } =
    [
        ("0 JsonSerializer", RowSources.Get("dictionary"), Contenders.Baseline),
        Dictionaries(1, new UnbufferedStep()),
        Dictionaries(2, new SmallBufferStep()),
        Dictionaries(3, new GrowingBufferStep()),
        Dictionaries(4, new CachedNamesStep()),
        Dictionaries(5, new PredictedNamesStep()),
        Dictionaries(6, new VectorValuesStep()),
        Dictionaries(7, Contenders.Buffer),
        ("8 text copied", RowSources.Get("document"), Contenders.Buffer),
    ];

    public static (string Name, IRowSource Source, IContender Contender) Get(string name) => All.Single(step => step.Name == name);

    private static (string Name, IRowSource Source, IContender Contender) Dictionaries(int number, IContender contender) =>
        ($"{number} {contender.Name}", RowSources.Get("dictionary"), contender);
}
