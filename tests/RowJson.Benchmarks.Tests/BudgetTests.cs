namespace RowJson.Benchmarks.Tests;

public class BudgetTests
{
    private const int Groups = 21;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly int[] Races = [.. Enumerable.Repeat(8, 10)];

    private TimeSpan _now = TimeSpan.FromHours(1);

    [Theory]
    [InlineData(1)]
    [InlineData(1.2)]
    [InlineData(1.3)]
    public void Budget_on_a_machine_slower_than_planned_ends_in_time(double slowness)
    {
        TimeSpan started = _now;

        Run(new Budget(new Schedule { WarmUpTime = TimeSpan.FromMilliseconds(500) }, Limit, () => _now), slowness);

        (_now - started).Should().BeLessThan(Limit * 1.05);
    }

    [Fact]
    public void Budget_as_planned_uses_the_time_there_is()
    {
        TimeSpan started = _now;

        Run(new Budget(new Schedule(), Limit, () => _now), slowness: 1);

        (_now - started).Should().BeCloseTo(Limit, TimeSpan.FromMilliseconds(100));
    }

    [Fact]
    public void Budget_without_a_limit_keeps_the_schedule()
    {
        var schedule = new Schedule();
        var budget = new Budget(schedule, limit: null, () => _now);

        budget.Begin(Groups, Races).Should().Be(schedule);
        _now += TimeSpan.FromHours(1);
        budget.Continue(Races).Should().Be(schedule);
    }

    private void Run(Budget budget, double slowness)
    {
        _now += budget.Begin(Groups, Races).WarmUp(Groups) * slowness;
        for (int i = 0; i < Races.Length; i++) _now += budget.Continue(Races.AsSpan(i)).Race(Races[i]) * slowness;
    }
}
