namespace RowJson.Benchmarks;

/// <summary>How long to warm up and to measure.</summary>
internal sealed record Schedule
{
    /// <summary>How often each contender is measured.</summary>
    public int Rounds { get; init; } = 9;

    /// <summary>How long a contender runs in a round: long enough for the clock and the scheduler not to matter.</summary>
    public TimeSpan RoundTime { get; init; } = TimeSpan.FromMilliseconds(60);

    /// <summary>
    /// How long each contender runs before it is measured, over all samples, so that tiered compilation sees all of them.
    /// </summary>
    public TimeSpan WarmUpTime { get; init; } = TimeSpan.FromMilliseconds(1_500);

    /// <summary>In how many turns the warm-up is done.</summary>
    public int WarmUpTurns { get; init; } = 5;

    /// <summary>How long each contender then runs over all rows of a sample, before these are measured.</summary>
    public TimeSpan LargeWarmUpTime { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The pause after each turn. Hot methods are compiled again when no new ones have shown up for 100 ms; the pause lets that happen,
    /// and leaves the compiler some time.
    /// </summary>
    public TimeSpan Pause { get; init; } = TimeSpan.FromMilliseconds(200);
}
