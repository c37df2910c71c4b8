namespace RowJson.Benchmarks;

/// <summary>What came out in one race of the targets.</summary>
/// <param name="Baseline">What RowJson is compared with.</param>
/// <param name="Buffer">RowJson into a buffer.</param>
/// <param name="Writer">RowJson into a <c>Utf8JsonWriter</c>; null where that cannot be.</param>
/// <param name="Floor">What no encoder can be faster than.</param>
internal sealed record TargetResult(Measurement Baseline, Measurement Buffer, Measurement? Writer, Measurement Floor)
{
    public Race Race => Buffer.Race;

    /// <summary>How many times faster than the baseline.</summary>
    public double Factor => 1 / Buffer.RatioTo(Baseline);

    /// <summary>How many times faster it must be; null where none is set.</summary>
    public double? Target => TargetTable.Find(Race.Sample.Name, Race.Source.Name, Race.Settings)?.Factor;

    /// <summary>Without a target of its own a data set must not be slower than the baseline.</summary>
    public bool IsMet => Factor >= (Target ?? 1);

    public double? SinkRatio => Writer?.RatioTo(Buffer);

    public bool? IsSinkMet => SinkRatio is { } ratio ? ratio <= TargetTable.WriterSinkLimit : null;

    /// <summary>What RowJson allocates for each further row beyond what the source itself does.</summary>
    public double AllocatedBytesPerRow => Math.Max(0, Buffer.AllocatedBytesPerRow - Floor.AllocatedBytesPerRow);

    public bool IsAllocationMet => AllocatedBytesPerRow < TargetTable.AllocationLimit;

    public static TargetResult Create(IGrouping<Race, Measurement> race) => new(
        race.First(measurement => measurement.Contender == TargetTable.Baselines[race.Key.Source.Name]),
        race.First(measurement => measurement.Contender == Contenders.Buffer),
        race.FirstOrDefault(measurement => measurement.Contender == Contenders.Writer),
        race.First(measurement => measurement.Contender == Contenders.Copy || measurement.Contender == Contenders.Reading));
}
