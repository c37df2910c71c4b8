namespace RowJson.Benchmarks;

/// <summary>What a run says in a few lines: times faster by source, where RowJson is slower, and what should not be quoted.</summary>
internal static class RunSummary
{
    // More are only counted.
    private const int MostNamed = 8;

    public static void Print(IReadOnlyCollection<IReadOnlyList<Measurement>> races)
    {
        ResultTable.PrintLegend();
        IReadOnlyList<SourceSummary> sources = SourceSummary.Of(races.SelectMany(TargetRow.Of));
        if (sources.Count > 0)
        {
            Output.Print("");
            Output.Print(Output.CreateTable(SourceSummary.Headers, sources.Select(it => it.Cells)));
        }
        PrintList("RowJson is slower; the time of the other one ÷ RowJson's", [.. races.SelectMany(race =>
            RatiosTo(Contenders.Buffer, race, Contenders.Others)).Where(pair => pair.Ratio.IsCertainlyBelowOne)]);
        PrintUncertain([.. races.SelectMany(race => RatiosTo(Contenders.Baseline, race, Contenders.All))]);
    }

    /// <summary>Names the ratios that are known too badly, if there are such.</summary>
    public static void PrintUncertain(IReadOnlyCollection<(string Name, Ratio Ratio)> ratios) => PrintList(
        $"Uncertain by more than {Figures.PlusMinus(Ratio.Limit)}: measure these again before you quote them",
        [.. ratios.Where(pair => pair.Ratio.IsUncertain)]);

    private static IEnumerable<(string Name, Ratio Ratio)> RatiosTo(
        Contender one, IReadOnlyList<Measurement> race, IEnumerable<Contender> others) =>
        race.FirstOrDefault(it => it.Way.Name == one.Name) is not { } reference ? [] : race
            .Where(it => it != reference && others.Any(other => other.Name == it.Way.Name))
            .Select(it => ($"{it.Case.Name}: {it.Way.Name}", it.RatioTo(reference)));

    private static void PrintList(string title, IReadOnlyCollection<(string Name, Ratio Ratio)> ratios)
    {
        if (ratios.Count == 0) return;
        Output.Print("");
        Output.Print($"{title}:");
        foreach ((string name, Ratio ratio) in ratios.Take(MostNamed))
            Output.Print($"- {name}, {Figures.Format(ratio.Median, "F2")} {Figures.PlusMinus(ratio)}");
        if (ratios.Count > MostNamed) Output.Print($"- and {ratios.Count - MostNamed} more");
    }
}

/// <summary>How many times faster than its baseline RowJson is over all data sets of a source.</summary>
internal sealed record SourceSummary(string Source, string Baseline, int DataSets, Ratio Mean, TargetRow Least, TargetRow Greatest)
{
    public static IReadOnlyList<string> Headers { get; } = ["source", "compared with", ">data sets", ">times faster", ">spread", "least", "most"];

    public IReadOnlyList<string> Cells =>
    [
        Source, Baseline, DataSets.ToString(CultureInfo.InvariantCulture), Figures.Factor(Mean.Median), Figures.PlusMinus(Mean),
        $"{Figures.Factor(Least.Factor)} ({Least.DataSet})", $"{Figures.Factor(Greatest.Factor)} ({Greatest.DataSet})",
    ];

    /// <summary>One for each source, in the order of the rows.</summary>
    public static IReadOnlyList<SourceSummary> Of(IEnumerable<TargetRow> rows) =>
    [
        .. rows.GroupBy(row => (row.Source, row.Baseline)).Select(group => new SourceSummary(
            group.Key.Source,
            group.Key.Baseline,
            group.Count(),
            Ratio.Mean([.. group.Select(row => row.TimesFaster)]),
            group.MinBy(row => row.Factor)!,
            group.MaxBy(row => row.Factor)!)),
    ];

    public static BarChart Chart(IEnumerable<SourceSummary> summaries, string machine) => new(
        "Times faster than the usual way, geometric means over all data sets",
        machine, "least", Unit: "×", Scale.Ratios,
        [.. summaries.Select(summary => new Bar($"{summary.Source}, {summary.Baseline}", "RowJson", summary.Mean.Median, summary.Least.Factor))]);
}
