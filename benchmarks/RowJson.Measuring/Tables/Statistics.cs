namespace RowJson.Benchmarks;

/// <summary>Order statistics: one slow round does not change them.</summary>
internal static class Statistics
{
    // An interval that misses the median more often than this is too narrow.
    private const double Risk = 0.05;

    /// <summary>The middle value, or the mean of both.</summary>
    public static double Median(IReadOnlyCollection<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return int.IsOddInteger(sorted.Length) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// <summary>
    /// Two of the values, between which lies, in 95 of 100 runs, the median of any number of further rounds: of nine values, the second and
    /// the eighth. Fewer than six values cannot be so sure: the least and the greatest.
    /// </summary>
    public static (double Low, double High) MedianInterval(IReadOnlyCollection<double> values)
    {
        double[] sorted = [.. values.Order()];
        int skipped = SkippedOnEachSide(sorted.Length);
        return (sorted[skipped], sorted[sorted.Length - 1 - skipped]);
    }

    // Each value is below the median with probability 1/2. Skipping k values on each side misses the median where at most k are below it,
    // or at most k above.
    private static int SkippedOnEachSide(int count)
    {
        double exactly = Math.Pow(0.5, count);
        double atMost = exactly;
        int skipped = 0;
        while (true)
        {
            exactly *= (double)(count - skipped) / (skipped + 1);
            atMost += exactly;
            if (2 * atMost > Risk) return skipped;
            skipped++;
        }
    }
}
