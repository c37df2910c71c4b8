namespace RowJson.Benchmarks;

/// <summary>How long to warm up and to measure. Groups are contenders, one of several samples counted once; races are the numbers of contenders of
/// each race.</summary>
internal sealed record Schedule
{
    /// <summary>What loading the rows of a race and comparing the outputs takes, roughly.</summary>
    private static readonly TimeSpan LoadTime = TimeSpan.FromMilliseconds(150);

    /// <summary>How long a contender runs in a row, before the next one does.</summary>
    private static readonly TimeSpan TurnTime = TimeSpan.FromMilliseconds(10);

    // The share of its times that a shortened schedule keeps at least: less measures nothing.
    private const double LeastShare = 0.25;

    /// <summary>For cases that warm up by themselves, not together before the first is measured.</summary>
    public static Schedule OneByOne { get; } = new() { CaseWarmUpTime = TimeSpan.FromMilliseconds(20), CaseWarmUpTurns = 5 };
    /// <summary>How often each contender is measured.</summary>
    public int Rounds { get; init; } = 9;
    /// <summary>How long a contender runs in a round: long enough for the clock and the scheduler not to matter.</summary>
    public TimeSpan RoundTime { get; init; } = TimeSpan.FromMilliseconds(60);
    /// <summary>How long each contender runs before it is measured, over all samples, so that tiered compilation sees all of them.</summary>
    public TimeSpan WarmUpTime { get; init; } = TimeSpan.FromMilliseconds(1_500);
    /// <summary>In how many turns the warm-up is done.</summary>
    public int WarmUpTurns { get; init; } = 5;
    /// <summary>How long each contender then runs over all rows of a case, before these are measured: code that only many rows reach.</summary>
    public TimeSpan CaseWarmUpTime { get; init; } = TimeSpan.FromMilliseconds(100);
    /// <summary>In how many turns.</summary>
    public int CaseWarmUpTurns { get; init; } = 1;

    /// <summary>The pause after each turn. Hot methods are compiled again when no new ones have shown up for 100 ms; the pause lets that happen,
    /// and leaves the compiler some time.</summary>
    public TimeSpan Pause { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>One of <see cref="WarmUpTurns"/>.</summary>
    public TimeSpan WarmUpTurn(int groups) => (groups * WarmUpTime / WarmUpTurns) + Pause;

    /// <summary>All of them.</summary>
    public TimeSpan WarmUp(int groups) => WarmUpTurns * WarmUpTurn(groups);

    /// <summary>What comes before the rounds of a race.</summary>
    public TimeSpan Preparation(int contenders) => LoadTime + (CaseWarmUpTurns * Pause) + (contenders * ((CaseWarmUpTurns * CaseWarmUpTime)
        + SettleTime));

    /// <summary>A round of a race.</summary>
    public TimeSpan Round(int contenders) => contenders * RoundTime;

    /// <summary>A round that is not recorded.</summary>
    public TimeSpan SettleTime => RoundTime / 2;

    /// <summary>How often the contenders take turns in a round: as often as the slowest call allows.</summary>
    public int TurnsOfRound(TimeSpan slowestCall) =>
        Math.Max(1, (int)(RoundTime / (slowestCall > TurnTime ? slowestCall : TurnTime)));

    /// <summary>A race.</summary>
    public TimeSpan Race(int contenders) => Preparation(contenders) + (Rounds * Round(contenders));

    /// <summary>Races after the warm-up.</summary>
    public TimeSpan Total(ReadOnlySpan<int> races)
    {
        TimeSpan sum = TimeSpan.Zero;
        foreach (int contenders in races) sum += Race(contenders);
        return sum;
    }

    /// <summary>The whole job.</summary>
    public TimeSpan Total(int groups, ReadOnlySpan<int> races) => WarmUp(groups) + Total(races);

    /// <summary>This schedule, its times shortened so that the whole job fits; to a quarter of them at most.</summary>
    public Schedule Within(TimeSpan limit, int groups, ReadOnlySpan<int> races) =>
        Shorten(limit, Total(groups, races), kept: (WarmUpTurns * Pause) + Kept(races));

    /// <summary>Shortens what comes after the warm-up.</summary>
    public Schedule Within(TimeSpan limit, ReadOnlySpan<int> races) => Shorten(limit, Total(races), Kept(races));

    // Pauses and loading stay as they are.
    private TimeSpan Kept(ReadOnlySpan<int> races) => races.Length * (Pause + LoadTime);

    private Schedule Shorten(TimeSpan limit, TimeSpan total, TimeSpan kept)
    {
        double share = Math.Clamp((limit - kept) / (total - kept), LeastShare, 1);
        return this with { RoundTime = RoundTime * share, WarmUpTime = WarmUpTime * share, CaseWarmUpTime = CaseWarmUpTime * share };
    }
}

/// <summary>Keeps a job within its limit: where the machine is slower than the plan, what is left is shortened. Rounds of one race stay
/// alike.</summary>
/// <param name="schedule">The durations to use without a limit.</param>
/// <param name="limit">How long the job may take; null for as long as it takes.</param>
/// <param name="clock">Elapsed time.</param>
internal sealed class Budget(Schedule schedule, TimeSpan? limit, Func<TimeSpan> clock)
{
    private readonly TimeSpan _start = clock();
    private TimeSpan _planned;

    /// <summary>The schedule of the warm-up.</summary>
    public Schedule Begin(int groups, ReadOnlySpan<int> races)
    {
        Schedule all = limit is { } time ? schedule.Within(time, groups, races) : schedule;
        _planned = all.WarmUp(groups);
        return all;
    }

    /// <summary>The schedule of the next race.</summary>
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
