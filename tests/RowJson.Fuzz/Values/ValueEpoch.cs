namespace RowJson.Fuzz;

/// <summary>Types that are emitted, options, and values of the types: one seed and one number give one epoch.</summary>
internal sealed class ValueEpoch(ulong seed, long number)
{
    private const int Benches = 12;
    private const int Values = 4;
    private const int WaysOfValue = 12;

    private readonly Draw _draw = new(new RowJson.Tests.PseudoRandom(seed + ((ulong)number * 0xBF58476D1CE4E5B9)).Next());

    /// <summary>Runs it, and hands over what is wrong.</summary>
    public void Run(FuzzCounts counts, Action<ValueCase, string> report, Func<bool> isOver)
    {
        for (int i = 0; i < Benches && !isOver(); i++)
        {
            TypeFamily types = TypeMaker.Next(_draw);
            SerializerSettings serializer = SerializerSettings.NextOfValues(_draw);
            var bench = new ValueBench(types, serializer);
            if (bench.CheckExplanation() is { } unexplained)
                report(new ValueCase(types, serializer, new ValueSettings { Way = ValueCase.Explanation }), unexplained);
            for (int j = 0; j < Values; j++)
            {
                ValueSettings value = ValueSettings.Next(_draw);
                for (int k = 0; k < WaysOfValue && !isOver(); k++)
                {
                    ValueSettings settings = value.WithWay(_draw);
                    if (bench.Check(settings, counts.AddValue) is { } fault) report(new ValueCase(types, serializer, settings), fault);
                }
            }
        }
        // The collector does not see how much memory the assemblies of emitted types take.
        GC.Collect();
    }
}
