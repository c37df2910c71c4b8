namespace RowJson.Benchmarks;

/// <summary>What was measured of one way of a case: bytes of a warm call, and nanoseconds of a call in each round.</summary>
internal sealed record Measurement(
    Case Case, Way Way, int OutputLength, long AllocatedBytes, double AllocatedBytesPerUnit, double[] Nanoseconds)
{
    /// <summary>Of processes that were started anew, in place of rounds.</summary>
    public IReadOnlyList<ProcessFigures> Processes { get; init; } = [];
    public double Time => Statistics.Median(Nanoseconds);
    public double TimePerUnit => Time / Case.Units;
    public double UnitsPerSecond => 1e9 / TimePerUnit;

    // Bytes a nanosecond are gigabytes a second.
    public double MegabytesPerSecond => OutputLength * 1_000.0 / Time;

    /// <summary>The time as a share of another way's.</summary>
    public Ratio RatioTo(Measurement other) => Ratio.Of(Nanoseconds, other.Nanoseconds);

    /// <summary>How many times faster than another way.</summary>
    public Ratio FasterThan(Measurement other) => other.RatioTo(this);

    /// <summary>Measures all ways of a case, whose outputs have been compared.</summary>
    public static IReadOnlyList<Measurement> Measure(Case it, Schedule schedule)
    {
        double[][] times = Turns.Measure([.. it.Ways.Select(way => way.Call)], schedule, it.Clock);
        return [.. it.Ways.Select((way, i) => Create(it, way, i, times[i]))];
    }

    /// <summary>The measurements without their calls, which would keep the measured rows in memory.</summary>
    public static IReadOnlyList<Measurement> WithoutRows(IReadOnlyList<Measurement> measured)
    {
        Case it = measured[0].Case;
        var light = new Case { Labels = it.Labels, Ways = [], Units = it.Units, InputLength = it.InputLength, Limit = it.Limit, Race = it.Race };
        return [.. measured.Select(one => one with { Case = light, Way = one.Way with { Call = () => { }, Output = null, Expected = null } })];
    }

    private static Measurement Create(Case it, Way way, int index, double[] times)
    {
        long allocated = Calls.Allocated(way.Call);
        double perUnit = it.Slice is { } slice && slice.Units < it.Units
            ? (double)(allocated - Calls.Allocated(slice.Ways[index].Call)) / (it.Units - slice.Units)
            : (double)allocated / it.Units;
        return new Measurement(it, way, way.Output?.Invoke().Length ?? 0, allocated, perUnit, times);
    }
}
