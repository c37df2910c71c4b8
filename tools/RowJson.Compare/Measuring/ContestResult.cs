namespace RowJson.Compare;

/// <summary>What a contest took: nanoseconds of a row, bytes allocated by a call.</summary>
internal sealed class ContestResult
{
    /// <param name="rows">What was written.</param>
    /// <param name="pairs">The nanoseconds of a call by round, for each pair of copies.</param>
    /// <param name="allocatedBefore">The bytes that a call allocates.</param>
    /// <param name="allocatedAfter">The same, after.</param>
    public ContestResult(
        Case rows, IReadOnlyCollection<(List<double> Before, List<double> After)> pairs, long allocatedBefore, long allocatedAfter)
    {
        Group = rows.Group;
        Rows = rows.Rows;
        BeforePerRow = Statistics.Median([.. pairs.SelectMany(pair => pair.Before)]) / rows.RowCount;
        AfterPerRow = Statistics.Median([.. pairs.SelectMany(pair => pair.After)]) / rows.RowCount;
        double[][] ratios = [.. pairs.Select(pair => pair.After.Zip(pair.Before, (after, before) => after / before).ToArray())];
        Ratio = Statistics.GeometricMean(ratios.Select(Statistics.Median));
        Spread = Statistics.InterquartileRange([.. ratios.SelectMany(ratio => ratio)]);
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

    /// <summary>After ÷ before: for each pair of copies the median of the rounds' own ratios, of these the geometric mean.</summary>
    public double Ratio { get; }

    /// <summary>The interquartile range of the ratios of all rounds.</summary>
    public double Spread { get; }

    public long AllocatedBefore { get; }

    public long AllocatedAfter { get; }
}
