using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>What a run says in a few lines: times faster by source, where RowJson is slower, and what should not be quoted.</summary>
internal static class RunSummary
{
    // More are only counted.
    private const int MostNamed = 8;

    public static void Print(IReadOnlyCollection<Measurement> measurements)
    {
        IGrouping<Race, Measurement>[] races = [.. measurements.GroupBy(measurement => measurement.Race)];
        ResultTable.PrintLegend();
        PrintSources([.. races.SelectMany(race => new[] { TargetRow.TryCreate(race), TargetRow.TryCreateOfPackage(race) }).OfType<TargetRow>()]);
        PrintList("RowJson is slower; the time of the other one ÷ RowJson's", [.. races.SelectMany(FindFaster)]);
        PrintUncertain([.. races.SelectMany(RatiosOf)]);
    }

    /// <summary>Names the ratios that are known too badly, if there are such.</summary>
    public static void PrintUncertain(IReadOnlyCollection<(string Name, Ratio Ratio)> ratios) => PrintList(
        $"Uncertain by more than {Figures.PlusMinus(Ratio.Limit)}: measure these again before you quote them",
        [.. ratios.Where(pair => pair.Ratio.IsUncertain)]);

    private static void PrintSources(IReadOnlyList<TargetRow> rows)
    {
        if (rows.Count == 0) return;
        IReadOnlyList<SourceSummary> sources = SourceSummary.Of(rows);
        bool haveRange = sources.Any(source => source.DataSets > 1);
        string[] range = haveRange ? [">from", ">to"] : [];
        Table table = Output.CreateTable(["source", "compared with", ">times faster", ">spread", .. range]);
        foreach (SourceSummary it in sources)
        {
            string[] ends = haveRange ? [Figures.Factor(it.Least.Factor), Figures.Factor(it.Greatest.Factor)] : [];
            table.AddRow([it.Source, it.Baseline, Figures.Factor(it.Mean.Median), Figures.PlusMinus(it.Mean), .. ends]);
        }
        Output.Print("");
        Output.Print(table);
    }

    private static IEnumerable<(string Name, Ratio Ratio)> FindFaster(IGrouping<Race, Measurement> race)
    {
        if (race.FirstOrDefault(measurement => measurement.Contender == Contenders.Buffer) is not { } rowJson) return [];
        return race.Where(measurement => Contenders.Others.Contains(measurement.Contender))
            .Select(other => (Name(other), other.RatioTo(rowJson)))
            .Where(pair => pair.Item2.IsCertainlyBelowOne);
    }

    private static IEnumerable<(string Name, Ratio Ratio)> RatiosOf(IGrouping<Race, Measurement> race)
    {
        if (race.FirstOrDefault(measurement => measurement.Contender == Contenders.Baseline) is not { } baseline) return [];
        return race.Where(measurement => measurement != baseline).Select(measurement => (Name(measurement), measurement.RatioTo(baseline)));
    }

    private static string Name(Measurement measurement) =>
        $"{measurement.Race.SampleName}, {measurement.Race.Source.Name}: {measurement.Contender.Name}";

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
