namespace RowJson.Compare;

/// <summary>What a contest took: nanoseconds of a call by round, bytes allocated by a call.</summary>
internal sealed class ContestResult
{
    public ContestResult(
        Case rows, IReadOnlyCollection<double> before, IReadOnlyCollection<double> after, long allocatedBefore, long allocatedAfter)
    {
        Group = rows.Group;
        Rows = rows.Rows;
        BeforePerRow = Statistics.Median(before) / rows.RowCount;
        AfterPerRow = Statistics.Median(after) / rows.RowCount;
        double[] ratios = [.. after.Zip(before, (late, early) => late / early)];
        Ratio = Statistics.Median(ratios);
        Spread = Statistics.InterquartileRange(ratios);
        AllocatedBefore = allocatedBefore;
        AllocatedAfter = allocatedAfter;
    }

    // Not the case itself: it holds all its rows.
    public string Group { get; }

    public string Rows { get; }

    /// <summary>Nanoseconds, the median of the rounds.</summary>
    public double BeforePerRow { get; }

    /// <inheritdoc cref="BeforePerRow"/>
    public double AfterPerRow { get; }

    /// <summary>After ÷ before, the median of the rounds' own ratios.</summary>
    public double Ratio { get; }

    /// <summary>The interquartile range of the rounds' ratios.</summary>
    public double Spread { get; }

    public long AllocatedBefore { get; }

    public long AllocatedAfter { get; }
}
