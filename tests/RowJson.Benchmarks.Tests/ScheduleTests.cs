namespace RowJson.Benchmarks.Tests;

public class ScheduleTests
{
    private const int Groups = 21, Cases = 10, WaysOfCase = 8;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private static readonly Schedule Schedule = new();

    [Fact]
    public void Within_enough_time_stays_as_it_is() =>
        Schedule.Within(TimeSpan.FromMinutes(10), Groups, Cases, Cases * WaysOfCase).Should().Be(Schedule);

    [Fact]
    public void Within_less_time_fits()
    {
        Schedule shortened = Schedule.Within(Limit, Groups, Cases, Cases * WaysOfCase);

        Schedule.Total(Groups, Cases, Cases * WaysOfCase).Should().BeGreaterThan(Limit);
        shortened.Total(Groups, Cases, Cases * WaysOfCase).Should().BeCloseTo(Limit, TimeSpan.FromMilliseconds(10));
    }

    [Fact]
    public void Within_less_time_keeps_rounds_and_pauses()
    {
        Schedule shortened = Schedule.Within(TimeSpan.FromSeconds(20), Groups, Cases, Cases * WaysOfCase);

        shortened.RoundTime.Should().BeLessThan(Schedule.RoundTime);
        shortened.Rounds.Should().Be(Schedule.Rounds);
        shortened.Pause.Should().Be(Schedule.Pause);
        shortened.WarmUpTurns.Should().Be(Schedule.WarmUpTurns);
    }

    [Fact]
    public void Within_next_to_no_time_keeps_a_quarter() =>
        Schedule.Within(TimeSpan.Zero, Groups, Cases, Cases * WaysOfCase).RoundTime.Should().Be(Schedule.RoundTime / 4);

    [Theory]
    [InlineData(1)]
    [InlineData(1.2)]
    [InlineData(1.3)]
    public void Within_what_is_left_ends_in_time_on_a_machine_slower_than_planned(double slowness)
    {
        Schedule schedule = Schedule with { WarmUpTime = TimeSpan.FromMilliseconds(500) };
        TimeSpan elapsed = slowness * WarmUp(schedule.Within(Limit, Groups, Cases, Cases * WaysOfCase));

        for (int left = Cases; left > 0; left--)
        {
            Schedule shortened = schedule.Within(Limit - elapsed, groups: 0, left, left * WaysOfCase);
            elapsed += slowness * shortened.Total(groups: 0, cases: 1, WaysOfCase);
        }

        elapsed.Should().BeLessThan(Limit * 1.1);
    }

    [Fact]
    public void Of_ways_that_share_a_round_divides_it()
    {
        Schedule.OneByOne.Of(3).RoundTime.Should().Be(Schedule.OneByOne.RoundTime / 3);
        Schedule.Of(3).Should().Be(Schedule);
    }

    [Theory]
    [InlineData(0.01, 6)]
    [InlineData(10, 6)]
    [InlineData(25, 2)]
    [InlineData(900, 1)]
    public void TurnsOfRound_are_as_many_as_the_slowest_call_allows(double milliseconds, int expected) =>
        Schedule.TurnsOfRound(TimeSpan.FromMilliseconds(milliseconds)).Should().Be(expected);

    private static TimeSpan WarmUp(Schedule schedule) => schedule.Total(Groups, cases: 0, ways: 0);
}
