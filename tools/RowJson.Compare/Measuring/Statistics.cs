namespace RowJson.Compare;

/// <summary>Order statistics, which one slow round does not change, and the mean of ratios.</summary>
internal static class Statistics
{
    public static double Median(IReadOnlyCollection<double> values) => Quantile(values, 0.5);

    public static double InterquartileRange(IReadOnlyCollection<double> values) => Quantile(values, 0.75) - Quantile(values, 0.25);

    public static double GeometricMean(IEnumerable<double> ratios) => Math.Exp(ratios.Average(Math.Log));

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
