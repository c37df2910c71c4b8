namespace RowJson.Benchmarks;

/// <summary>The result of one race of the targets, as the measuring process prints it.</summary>
/// <param name="DataSet">The name of the sample.</param>
/// <param name="Source">Where the rows came from.</param>
/// <param name="Baseline">What RowJson is compared with.</param>
/// <param name="BaselineTime">Nanoseconds a row.</param>
/// <param name="RowJsonTime">The same of RowJson into a buffer.</param>
/// <param name="FloorTime">The same of what no encoder can be faster than; null if that is not known.</param>
/// <param name="Spread">The larger one of baseline's and RowJson's, as a share.</param>
/// <param name="Factor">How many times faster than the baseline.</param>
/// <param name="Target">How many times faster it must be; null where none is set.</param>
/// <param name="SinkRatio">The time into a <c>Utf8JsonWriter</c> ÷ that into a buffer; null where that cannot be.</param>
/// <param name="AllocatedBytesPerRow">What RowJson allocates for each further row beyond what the source itself does.</param>
/// <param name="Measurements">How many contenders were measured.</param>
/// <param name="NoisyMeasurements">How many of them spread too much.</param>
internal sealed record TargetRow(
    string DataSet, string Source, string Baseline, double BaselineTime, double RowJsonTime, double? FloorTime, double Spread, double Factor,
    double? Target, double? SinkRatio, double AllocatedBytesPerRow, int Measurements, int NoisyMeasurements)
{
    /// <summary>Without a target of its own a data set must not be slower than the baseline.</summary>
    public bool IsMet => Factor >= (Target ?? 1);

    public bool? IsSinkMet => SinkRatio is { } ratio ? ratio <= TargetTable.WriterSinkLimit : null;

    public bool IsAllocationMet => AllocatedBytesPerRow < TargetTable.AllocationLimit;

    public static TargetRow Create(IGrouping<Race, Measurement> race)
    {
        Race key = race.Key;
        Measurement baseline = race.First(measurement => measurement.Contender == TargetTable.BaselineOf(key.Source.Name, key.Settings));
        Measurement buffer = race.First(measurement => measurement.Contender == Contenders.Buffer);
        Measurement? writer = race.FirstOrDefault(measurement => measurement.Contender == Contenders.Writer);
        Measurement? floor =
            race.FirstOrDefault(measurement => measurement.Contender == Contenders.Copy || measurement.Contender == Contenders.Reading);
        return new TargetRow(
            key.SampleName,
            key.Source.Name,
            baseline.Contender.Name,
            baseline.NanosecondsPerRow,
            buffer.NanosecondsPerRow,
            floor?.NanosecondsPerRow,
            Math.Max(baseline.Spread, buffer.Spread),
            1 / buffer.RatioTo(baseline),
            TargetTable.Find(key.Sample.Name, key.Source.Name, key.Settings)?.Factor,
            writer?.RatioTo(buffer),
            Math.Max(0, buffer.AllocatedBytesPerRow - (floor?.AllocatedBytesPerRow ?? 0)),
            race.Count(),
            race.Count(Output.IsNoisy));
    }
}
