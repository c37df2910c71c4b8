namespace RowJson.Benchmarks;

/// <summary>One time ÷ another. Both were taken in turns within each round, so a slower clock or another program slows down both, and the ratio
/// stays; what is left of the noise is the spread of the ratios.</summary>
/// <param name="Rounds">The ratio in each round.</param>
internal sealed record Ratio(double[] Rounds)
{
    /// <summary>A ratio that is known less well than this should not be quoted.</summary>
    public const double Limit = 0.1;

    // What is closer to one is as good as equal.
    private const double Less = 0.98;

    // What varies cannot be seen in fewer rounds.
    private const int LeastRounds = 5;
    public double Median => Statistics.Median(Rounds);

    /// <summary>How well the median is known: half of <see cref="Statistics.MedianInterval"/>, as a share of the median.</summary>
    public double Spread
    {
        get
        {
            (double low, double high) = Statistics.MedianInterval(Rounds);
            return (high - low) / 2 / Median;
        }
    }

    public bool IsUncertain => Rounds.Length < LeastRounds || Spread > Limit;
    /// <summary>Below one by more than a hundredth or two, and not by chance.</summary>
    public bool IsCertainlyBelowOne => !IsUncertain && Median < Less && Statistics.MedianInterval(Rounds).High < 1;
    public static Ratio Of(double[] times, double[] others) => new([.. times.Zip(others, (own, other) => own / other)]);

    /// <summary>The geometric mean of several ratios in each round.</summary>
    public static Ratio Mean(IReadOnlyCollection<Ratio> ratios)
    {
        int rounds = ratios.Min(ratio => ratio.Rounds.Length);
        return new Ratio([.. Enumerable.Range(0, rounds).Select(round => Math.Exp(ratios.Average(ratio => Math.Log(ratio.Rounds[round]))))]);
    }
}

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

    /// <summary>Two of the values, between which lies, in 95 of 100 runs, the median of any number of further rounds: of nine values, the second and
    /// the eighth. Fewer than six values cannot be so sure: the least and the greatest.</summary>
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

/// <summary>How figures are written, whatever the culture.</summary>
internal static class Figures
{
    public static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>A whole number, in groups of three digits.</summary>
    public static string Count(double value) => Format(value, "N0");

    /// <summary>Whether a target is met.</summary>
    public static string Verdict(bool isMet) => isMet ? "met" : "MISSED";

    /// <summary>Nanoseconds: a tenth matters only to short times.</summary>
    public static string Time(double nanoseconds) => Format(nanoseconds, nanoseconds < 100 ? "F1" : "N0");

    /// <summary>How many times: hundredths matter only to small factors.</summary>
    public static string Factor(double value) => Format(value, value < 2 ? "F2" : "F1");

    /// <summary>How well a ratio is known; one round cannot tell.</summary>
    public static string PlusMinus(Ratio ratio) => ratio.Rounds.Length > 1 ? PlusMinus(ratio.Spread) : "-";
    public static string PlusMinus(double share) => "± " + Format(share * 100, share < 0.01 ? "F1" : "F0") + " %";
    public static string Percent(double share) => Format(share * 100, "F0") + " %";
}
