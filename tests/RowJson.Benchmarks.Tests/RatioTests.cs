using System.Text.Json;

namespace RowJson.Benchmarks.Tests;

public class RatioTests
{
    private static readonly double[] Busy = [100, 250, 90, 400, 110, 95, 300, 105, 180];

    [Fact]
    public void Of_noise_that_hits_both_leaves_the_ratio_certain()
    {
        Ratio ratio = Ratio.Of([.. Busy.Select(time => time / 4)], Busy);

        (Busy.Max() / Busy.Min()).Should().BeGreaterThan(4, "the times alone say nothing");
        ratio.Median.Should().Be(0.25);
        ratio.Spread.Should().Be(0);
        ratio.IsUncertain.Should().BeFalse();
        ratio.IsCertainlyBelowOne.Should().BeTrue();
    }

    [Fact]
    public void Of_noise_that_hits_one_is_uncertain()
    {
        var ratio = Ratio.Of([.. Busy.Select(_ => 90.0)], Busy);

        ratio.IsUncertain.Should().BeTrue();
        ratio.IsCertainlyBelowOne.Should().BeFalse();
    }

    [Fact]
    public void Spread_is_half_of_the_interval_of_the_median()
    {
        var ratio = new Ratio([2, 1.8, 1.9, 2, 2, 2, 2.1, 2.2, 2.9]);

        ratio.Median.Should().Be(2);
        ratio.Spread.Should().BeApproximately((2.2 - 1.9) / 2 / 2, 1e-9);
    }

    [Theory]
    [InlineData(4, true)]
    [InlineData(5, false)]
    public void IsUncertain_of_few_rounds_whatever_they_are(int rounds, bool expected) =>
        new Ratio([.. Enumerable.Repeat(0.5, rounds)]).IsUncertain.Should().Be(expected);

    [Theory]
    [InlineData(0.90, 0.95, true)]
    [InlineData(0.90, 1.01, false)] // one is in the interval
    [InlineData(0.99, 0.995, false)] // as good as equal
    [InlineData(1.02, 1.05, false)]
    public void IsCertainlyBelowOne_is_not_by_chance(double low, double high, bool expected) =>
        new Ratio([low, low, low, low, low, high, high, high, high]).IsCertainlyBelowOne.Should().Be(expected);

    [Fact]
    public void Mean_is_geometric_and_round_by_round()
    {
        Ratio mean = Ratio.Mean([new Ratio([2, 4, 8]), new Ratio([8, 4, 2, 7])]);

        mean.Rounds.Should().HaveCount(3);
        mean.Rounds.Should().AllSatisfy(round => round.Should().BeApproximately(4, 1e-9));
    }

    [Fact]
    public void Ratio_goes_from_one_process_to_another_as_json()
    {
        var ratio = new Ratio([2, 3, 4]);
        JsonSerializer.Deserialize<Ratio>(JsonSerializer.Serialize(ratio))!.Rounds.Should().Equal(ratio.Rounds);
    }
}
