namespace RowJson.Benchmarks;

/// <summary>
/// One time ÷ another. Both were taken in turns within each round, so a slower clock or another program slows down both, and the ratio
/// stays; what is left of the noise is the spread of the ratios.
/// </summary>
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
