using System.Globalization;

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
        Format(row.Factor, "0.0#"),
        row.Target is { } target ? Format(target, "0.##") : "1",
        Format(row.Spread * 100, "F0") + " %",
        $"`{row.Baseline}`",
        Time(row.BaselineTime),
        Time(row.RowJsonTime),
        row.FloorTime is { } floor ? Time(floor) : "",
    ];

    public static BarChart Chart(IEnumerable<TargetRow> rows, string machine) => new(
        "Times faster than the usual way, by data set and source",
        machine,
        "target",
        Unit: "×",
        Scale.Ratios,
        [.. rows.Select(row => new Bar(row.DataSet, row.Source, row.Factor, row.Target))]);

    private static string Time(double nanoseconds) => Format(nanoseconds, nanoseconds < 100 ? "0.0" : "#,0");

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
