namespace RowJson.Benchmarks;

/// <summary>
/// Keeps a job within its limit: where the machine is slower than the plan, what is left is shortened. Rounds of one race stay alike.
/// </summary>
/// <param name="schedule">The durations to use without a limit.</param>
/// <param name="limit">How long the job may take; null for as long as it takes.</param>
/// <param name="clock">Elapsed time.</param>
internal sealed class Budget(Schedule schedule, TimeSpan? limit, Func<TimeSpan> clock)
{
    private readonly TimeSpan _start = clock();
    private TimeSpan _planned;

    /// <summary>The schedule of the warm-up.</summary>
    /// <param name="groups">How many contenders there are, one of several samples counted once.</param>
    /// <param name="races">The number of contenders of each race.</param>
    public Schedule Begin(int groups, ReadOnlySpan<int> races)
    {
        Schedule all = limit is { } time ? schedule.Within(time, groups, races) : schedule;
        _planned = all.WarmUp(groups);
        return all;
    }

    /// <summary>The schedule of the next race.</summary>
    /// <param name="races">The number of contenders of each race that is left, the next one first.</param>
    public Schedule Continue(ReadOnlySpan<int> races)
    {
        Schedule rest = limit is { } time ? schedule.Within((time - Elapsed) / Slowness, races) : schedule;
        _planned += rest.Race(races[0]);
        return rest;
    }

    private TimeSpan Elapsed => clock() - _start;

    // How many times longer than planned things have taken until now.
    private double Slowness => Math.Max(1, Elapsed / _planned);
}
