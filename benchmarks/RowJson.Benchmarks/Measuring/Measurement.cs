namespace RowJson.Benchmarks;

/// <summary>What was measured of one contender in one race.</summary>
/// <param name="Race">The rows.</param>
/// <param name="Contender">The encoder.</param>
/// <param name="OutputLength">How many bytes it writes a call.</param>
/// <param name="AllocatedBytes">How many bytes a warm call allocates.</param>
/// <param name="AllocatedBytesPerRow">How many of them each further row adds.</param>
/// <param name="Nanoseconds">The time of a call in each round.</param>
internal sealed record Measurement(
    Race Race, IContender Contender, int OutputLength, long AllocatedBytes, double AllocatedBytesPerRow, double[] Nanoseconds)
{
    public double NanosecondsPerRow => Statistics.Median(Nanoseconds) / Race.Sample.RowCount;

    public double NanosecondsPerCell => Statistics.Median(Nanoseconds) / Race.Sample.CellCount;

    // Bytes a nanosecond are gigabytes a second.
    public double MegabytesPerSecond => OutputLength * 1_000.0 / Statistics.Median(Nanoseconds);

    /// <summary>The time as a share of another contender's.</summary>
    public Ratio RatioTo(Measurement other) => Ratio.Of(Nanoseconds, other.Nanoseconds);
}
