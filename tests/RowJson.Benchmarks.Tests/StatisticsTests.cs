namespace RowJson.Benchmarks.Tests;

public class StatisticsTests
{
    [Theory]
    [InlineData(new double[] { 3 }, 3)]
    [InlineData(new double[] { 9, 1, 2 }, 2)]
    [InlineData(new double[] { 4, 1, 2, 3 }, 2.5)]
    public void Median_is_the_middle(double[] values, double expected) => Statistics.Median(values).Should().Be(expected);

    // The ranks that tables of the sign test give for 95 %.
    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(5, 1, 5)]
    [InlineData(6, 1, 6)]
    [InlineData(8, 1, 8)]
    [InlineData(9, 2, 8)]
    [InlineData(12, 3, 10)]
    [InlineData(25, 8, 18)]
    public void MedianInterval_has_the_ranks_of_the_sign_test(int count, double low, double high)
    {
        // In some order: 7 has no factor in common with any count here.
        double[] values = [.. Enumerable.Range(0, count).Select(i => (double)(i * 7 % count) + 1)];
        Statistics.MedianInterval(values).Should().Be((low, high));
    }

    [Fact]
    public void MedianInterval_holds_the_median_of_whatever_is_drawn()
    {
        var random = new Random(1);
        int held = Enumerable.Range(0, 2_000).Count(_ =>
        {
            (double low, double high) = Statistics.MedianInterval([.. Enumerable.Range(0, 9).Select(_ => Math.Exp(random.NextDouble()))]);
            return low <= Math.Exp(0.5) && Math.Exp(0.5) <= high;
        });
        held.Should().BeInRange(1_900, 1_950);
    }
}
