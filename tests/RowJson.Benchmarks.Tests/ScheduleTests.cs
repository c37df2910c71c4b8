namespace RowJson.Benchmarks.Tests;

public class ScheduleTests
{
    private static readonly int[] Races = [8, 7, 6];

    private static readonly Schedule Schedule = new();

    [Fact]
    public void Within_enough_time_stays_as_it_is() => Schedule.Within(TimeSpan.FromMinutes(10), groups: 21, Races).Should().Be(Schedule);

    [Fact]
    public void Within_less_time_fits()
    {
        var limit = TimeSpan.FromSeconds(30);

        Schedule shortened = Schedule.Within(limit, groups: 21, Races);

        Schedule.Total(groups: 21, Races).Should().BeGreaterThan(limit);
        shortened.Total(groups: 21, Races).Should().BeCloseTo(limit, TimeSpan.FromMilliseconds(10));
    }

    [Fact]
    public void Within_less_time_keeps_rounds_and_pauses()
    {
        Schedule shortened = Schedule.Within(TimeSpan.FromSeconds(20), groups: 21, Races);

        shortened.RoundTime.Should().BeLessThan(Schedule.RoundTime);
        shortened.Rounds.Should().Be(Schedule.Rounds);
        shortened.Pause.Should().Be(Schedule.Pause);
        shortened.WarmUpTurns.Should().Be(Schedule.WarmUpTurns);
    }

    [Fact]
    public void Within_next_to_no_time_keeps_a_quarter() =>
        Schedule.Within(TimeSpan.FromSeconds(1), groups: 21, Races).RoundTime.Should().Be(Schedule.RoundTime / 4);

    [Theory]
    [InlineData(0.01, 6)]
    [InlineData(10, 6)]
    [InlineData(25, 2)]
    [InlineData(900, 1)]
    public void TurnsOfRound_are_as_many_as_the_slowest_call_allows(double milliseconds, int expected) =>
        Schedule.TurnsOfRound(TimeSpan.FromMilliseconds(milliseconds)).Should().Be(expected);
}
