namespace RowJson.Benchmarks;

/// <summary>Order statistics: one slow round does not change them.</summary>
internal static class Statistics
{
    public static double Median(IReadOnlyCollection<double> values) => Quantile(values, 0.5);

    /// <summary>The distance of the ninth decile from the first as a share of the median.</summary>
    public static double Spread(IReadOnlyCollection<double> values) => (Quantile(values, 0.9) - Quantile(values, 0.1)) / Median(values);

    // Between two values in proportion to the distance.
    private static double Quantile(IReadOnlyCollection<double> values, double share)
    {
        double[] sorted = [.. values.Order()];
        double position = share * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((position - below) * (sorted[above] - sorted[below]));
    }
}
