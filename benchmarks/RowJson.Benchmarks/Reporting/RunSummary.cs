using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>What a run says in a few lines: times faster by source, where RowJson is slower, and what should not be quoted.</summary>
internal static class RunSummary
{
    // More are only counted.
    private const int MostNamed = 8;

    public static void Print(IReadOnlyCollection<Measurement> measurements)
    {
        IGrouping<Case, Measurement>[] races = [.. measurements.GroupBy(measurement => measurement.Case)];
        ResultTable.PrintLegend();
        PrintSources([.. races.SelectMany(race => new[] { TargetRow.TryCreate(race), TargetRow.TryCreateOfPackage(race) }).OfType<TargetRow>()]);
        PrintList("RowJson is slower; the time of the other one ÷ RowJson's", [.. races.SelectMany(FindFaster)]);
        PrintUncertain([.. races.SelectMany(RatiosOf)]);
    }

    /// <summary>Names the ratios that are known too badly, if there are such.</summary>
    public static void PrintUncertain(IReadOnlyCollection<(string Name, Ratio Ratio)> ratios) => PrintList(
        $"Uncertain by more than {Figures.PlusMinus(Ratio.Limit)}: measure these again before you quote them",
        [.. ratios.Where(pair => pair.Ratio.IsUncertain)]);

    /// <summary>Draws how many times faster than the baseline RowJson is, by sample and source.</summary>
    public static void Draw(FileInfo file, IEnumerable<Measurement> measurements)
    {
        List<Bar> bars = [];
        foreach (IGrouping<Case, Measurement> race in measurements.GroupBy(measurement => measurement.Case))
        {
            Measurement? Find(Contender contender) => race.FirstOrDefault(measurement => measurement.Way.Name == contender.Name);
            if (Find(Contenders.Baseline) is not { } baseline || Find(Contenders.Buffer) is not { } rowJson) continue;
            Measurement? floor = Find(Contenders.Copy) ?? Find(Contenders.Reading);
            bars.Add(new Bar(race.Key.Labels[0], race.Key.Labels[1], rowJson.FasterThan(baseline).Median, floor?.FasterThan(baseline).Median));
        }
        if (bars.Count == 0)
            throw new BenchmarkException($"--plot needs {Contenders.Baseline.Name} and {Contenders.Buffer.Name} among the encoders");
        new BarChart($"Times faster than {Contenders.Baseline.Name}", Output.Machine, "a copy of the text, or reading alone", Unit: "×",
            Scale.Ratios, bars)
            .Write(file);
    }

    private static void PrintSources(IReadOnlyList<TargetRow> rows)
    {
        if (rows.Count == 0) return;
        IReadOnlyList<SourceSummary> sources = SourceSummary.Of(rows);
        Table table = Output.CreateTable([.. SourceSummary.Headers]);
        foreach (SourceSummary it in sources) table.AddRow([.. it.Cells.Select(Markup.Escape)]);
        Output.Print("");
        Output.Print(table);
    }

    private static IEnumerable<(string Name, Ratio Ratio)> FindFaster(IGrouping<Case, Measurement> race)
    {
        if (race.FirstOrDefault(measurement => measurement.Way.Name == Contenders.Buffer.Name) is not { } rowJson) return [];
        return race.Where(measurement => Contenders.Others.Any(other => other.Name == measurement.Way.Name))
            .Select(other => (Name(other), other.RatioTo(rowJson)))
            .Where(pair => pair.Item2.IsCertainlyBelowOne);
    }

    private static IEnumerable<(string Name, Ratio Ratio)> RatiosOf(IGrouping<Case, Measurement> race)
    {
        if (race.FirstOrDefault(measurement => measurement.Way.Name == Contenders.Baseline.Name) is not { } baseline) return [];
        return race.Where(measurement => measurement != baseline).Select(measurement => (Name(measurement), measurement.RatioTo(baseline)));
    }

    private static string Name(Measurement measurement) =>
        $"{measurement.Case.Name}: {measurement.Way.Name}";

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
