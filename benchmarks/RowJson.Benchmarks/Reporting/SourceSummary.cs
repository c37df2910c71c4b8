namespace RowJson.Benchmarks;

/// <summary>How many times faster than its baseline RowJson is over all data sets of a source.</summary>
/// <param name="Source">The source.</param>
/// <param name="Baseline">What RowJson is compared with.</param>
/// <param name="DataSets">How many data sets were measured.</param>
/// <param name="Mean">The geometric mean of the data sets' in each round.</param>
/// <param name="Least">The least of them.</param>
/// <param name="Greatest">The greatest of them.</param>
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
        machine,
        "least",
        Unit: "×",
        Scale.Ratios,
        [.. summaries.Select(summary => new Bar($"{summary.Source}, {summary.Baseline}", "RowJson", summary.Mean.Median, summary.Least.Factor))]);
}
