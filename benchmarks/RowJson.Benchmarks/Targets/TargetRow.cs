namespace RowJson.Benchmarks;

/// <summary>A line of the table of targets, as the process that has measured it passes it on.</summary>
/// <param name="DataSet">The name of the sample.</param>
/// <param name="Source">Where the rows came from.</param>
/// <param name="Baseline">What RowJson is compared with.</param>
/// <param name="BaselineTime">Nanoseconds a row.</param>
/// <param name="RowJsonTime">The same of RowJson into a buffer.</param>
/// <param name="FloorTime">The same of what no encoder can be faster than.</param>
/// <param name="Spread">The larger one of the two's, as a share.</param>
/// <param name="Factor">How many times faster than the baseline.</param>
/// <param name="Target">How many times faster it must be; null where none is set.</param>
/// <param name="IsMet">Whether it is.</param>
/// <param name="SinkRatio">The time into a <c>Utf8JsonWriter</c> ÷ that into a buffer; null where that cannot be.</param>
/// <param name="IsSinkMet">Whether that is short enough.</param>
/// <param name="AllocatedBytesPerRow">What RowJson allocates for each further row beyond what the source itself does.</param>
/// <param name="IsAllocationMet">Whether that is nothing.</param>
/// <param name="Measurements">How many contenders were measured.</param>
/// <param name="NoisyMeasurements">How many of them spread too much.</param>
internal sealed record TargetRow(
    string DataSet, string Source, string Baseline, double BaselineTime, double RowJsonTime, double FloorTime, double Spread, double Factor,
    double? Target, bool IsMet, double? SinkRatio, bool? IsSinkMet, double AllocatedBytesPerRow, bool IsAllocationMet, int Measurements,
    int NoisyMeasurements)
{
    public static TargetRow Create(IGrouping<Race, Measurement> race)
    {
        TargetResult result = TargetResult.Create(race);
        return new TargetRow(
            result.Race.SampleName,
            result.Race.Source.Name,
            result.Baseline.Contender.Name,
            result.Baseline.NanosecondsPerRow,
            result.Buffer.NanosecondsPerRow,
            result.Floor.NanosecondsPerRow,
            Math.Max(result.Baseline.Spread, result.Buffer.Spread),
            result.Factor,
            result.Target,
            result.IsMet,
            result.SinkRatio,
            result.IsSinkMet,
            result.AllocatedBytesPerRow,
            result.IsAllocationMet,
            race.Count(),
            race.Count(Output.IsNoisy));
    }
}
