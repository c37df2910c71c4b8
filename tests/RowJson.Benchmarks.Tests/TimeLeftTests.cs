namespace RowJson.Benchmarks.Tests;

public class TimeLeftTests
{
    private TimeSpan _now = TimeSpan.FromHours(1);

    [Fact]
    public void Estimate_without_a_plan_is_unknown() => Create().Estimate().Should().BeNull();

    [Fact]
    public void Estimate_of_what_goes_as_planned_is_the_rest_of_the_plan()
    {
        TimeLeft time = Create();
        time.Plan(TimeSpan.FromSeconds(60));
        time.Step(TimeSpan.FromSeconds(20));
        _now += TimeSpan.FromSeconds(20);
        time.Step(TimeSpan.FromSeconds(40));

        time.Estimate().Should().BeCloseTo(TimeSpan.FromSeconds(40), TimeSpan.FromMilliseconds(1));
        time.Share.Should().BeApproximately(1 / 3.0, 1e-9);
    }

    [Fact]
    public void Estimate_of_what_takes_twice_as_long_is_nearly_doubled()
    {
        TimeLeft time = Create();
        time.Plan(TimeSpan.FromSeconds(60));
        time.Step(TimeSpan.FromSeconds(30));
        _now += TimeSpan.FromSeconds(60);
        time.Step(TimeSpan.FromSeconds(30));

        time.Estimate()!.Value.TotalSeconds.Should().BeInRange(50, 60);
    }

    [Fact]
    public void Estimate_what_came_before_the_plan_does_not_count()
    {
        TimeLeft time = Create();
        _now += TimeSpan.FromSeconds(30);
        time.Plan(TimeSpan.FromSeconds(10));
        time.Step(TimeSpan.FromSeconds(1));

        time.Estimate().Should().Be(TimeSpan.FromSeconds(10));
    }

    [Fact]
    public void Estimate_after_more_steps_than_planned_is_nothing()
    {
        TimeLeft time = Create();
        time.Plan(TimeSpan.FromSeconds(1));
        for (int i = 0; i < 3; i++) time.Step(TimeSpan.FromSeconds(1));

        time.Estimate().Should().Be(TimeSpan.Zero);
        time.Share.Should().Be(1);
    }

    [Fact]
    public void Plan_anew_replaces_the_rest()
    {
        TimeLeft time = Create();
        time.Plan(TimeSpan.FromSeconds(60));
        time.Step(TimeSpan.FromSeconds(20));
        _now += TimeSpan.FromSeconds(20);
        time.Plan(TimeSpan.FromSeconds(10));

        time.Estimate().Should().BeCloseTo(TimeSpan.FromSeconds(10), TimeSpan.FromMilliseconds(1));
        time.Share.Should().BeApproximately(2 / 3.0, 1e-9);
    }

    private TimeLeft Create() => new(() => _now);
}
