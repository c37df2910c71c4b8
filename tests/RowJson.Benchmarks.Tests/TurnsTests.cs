namespace RowJson.Benchmarks.Tests;

public class TurnsTests
{
    [Fact]
    public void Measure_callShorterThanATick_isNotRepeatedEndlessly()
    {
        long calls = 0;
        TimeSpan time = TimeSpan.FromMilliseconds(1);

        Turns.Measure([() => calls++], new Schedule { Rounds = 1, RoundTime = time, CaseWarmUpTime = TimeSpan.Zero, Pause = TimeSpan.Zero }, Clock.Elapsed);

        calls.Should().BeLessThan(10_000_000);
    }
}
