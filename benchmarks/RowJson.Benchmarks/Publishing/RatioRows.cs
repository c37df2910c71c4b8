namespace RowJson.Benchmarks;

/// <summary>The targets as a table and as a chart.</summary>
internal static class RatioRows
{
    public static IReadOnlyList<string> Headers { get; } =
        ["rows", "source", ">times faster", ">target", ">spread", "compared with", ">ns a row", ">RowJson", ">floor"];

    public static IReadOnlyList<string> Cells(TargetRow row) =>
    [
        row.DataSet,
        row.Source,
        Figures.Format(row.Factor, "0.0#"),
        row.Target is { } target ? Figures.Format(target, "0.##") : "1",
        Figures.PlusMinus(row.TimesFaster),
        $"`{row.Baseline}`",
        Figures.Time(row.BaselineTime),
        Figures.Time(row.RowJsonTime),
        row.FloorTime is { } floor ? Figures.Time(floor) : "",
    ];

    public static BarChart Chart(IEnumerable<TargetRow> rows, string machine) => new(
        "Times faster than the usual way, by data set and source",
        machine,
        "target",
        Unit: "×",
        Scale.Ratios,
        [.. rows.Select(row => new Bar(row.DataSet, row.Source, row.Factor, row.Target))]);
}
