using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace RowJson.Benchmarks;

/// <summary>
/// The median as a share of that of the case which differs in one parameter only.
/// BenchmarkDotNet's own ratio compares methods; here the contender is a parameter, so that each source has its own set of them.
/// </summary>
/// <param name="parameter">The parameter that distinguishes the contenders.</param>
/// <param name="baseline">Its value in the baseline.</param>
internal sealed class BaselineRatioColumn(string parameter, string baseline) : IColumn
{
    public string Id => nameof(BaselineRatioColumn);

    public string ColumnName => "Ratio";

    public string Legend => $"Median ÷ median of {baseline}";

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Statistics;

    public int PriorityInCategory => int.MaxValue;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        BenchmarkCase? baselineCase = summary.BenchmarksCases.FirstOrDefault(other => IsBaselineOf(other, benchmarkCase));
        double? own = summary[benchmarkCase]?.ResultStatistics?.Median;
        double? others = baselineCase is null ? null : summary[baselineCase]?.ResultStatistics?.Median;
        return own is null || others is null ? "?" : (own.Value / others.Value).ToString("F3", CultureInfo.InvariantCulture);
    }

    private bool IsBaselineOf(BenchmarkCase other, BenchmarkCase benchmarkCase) =>
        other.Descriptor == benchmarkCase.Descriptor
        && other.Job.Equals(benchmarkCase.Job)
        && other.Parameters.Items.All(item => Equals(item.Value, item.Name == parameter ? baseline : benchmarkCase.Parameters[item.Name]));
}
