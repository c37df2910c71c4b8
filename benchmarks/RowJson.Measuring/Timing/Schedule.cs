namespace RowJson.Benchmarks;

/// <summary>How long to warm up and to measure.</summary>
internal sealed record Schedule
{
    /// <summary>What loading the rows of a case and comparing the outputs takes, roughly.</summary>
    private static readonly TimeSpan LoadTime = TimeSpan.FromMilliseconds(150);

    /// <summary>How long a way runs in a row, before the next one does.</summary>
    private static readonly TimeSpan TurnTime = TimeSpan.FromMilliseconds(10);

    // The share of its times that a shortened schedule keeps at least: less measures nothing.
    private const double LeastShare = 0.25;

    /// <summary>For cases that warm up by themselves, not together before the first is measured.</summary>
    public static Schedule OneByOne { get; } =
        new() { IsShared = true, CaseWarmUpTime = TimeSpan.FromMilliseconds(20), CaseWarmUpTurns = 4 };
    /// <summary>How often each way is measured.</summary>
    public int Rounds { get; init; } = 9;
    /// <summary>How long a way runs in a round: long enough for the clock and the scheduler not to matter.</summary>
    public TimeSpan RoundTime { get; init; } = TimeSpan.FromMilliseconds(60);
    /// <summary>The time of a round is that of all ways of a case together.</summary>
    public bool IsShared { get; init; }
    /// <summary>How long each encoder runs before any is measured, over all cases, so that tiered compilation sees all of them.</summary>
    public TimeSpan WarmUpTime { get; init; } = TimeSpan.FromMilliseconds(800);
    /// <summary>In how many turns the warm-up is done.</summary>
    public int WarmUpTurns { get; init; } = 5;
    /// <summary>How long each way then runs over all rows of a case, before these are measured: code that only many rows reach.</summary>
    public TimeSpan CaseWarmUpTime { get; init; } = TimeSpan.FromMilliseconds(100);
    /// <summary>In how many turns.</summary>
    public int CaseWarmUpTurns { get; init; } = 1;

    /// <summary>The pause after each turn. Hot methods are compiled again when no new ones have shown up for 100 ms; the pause lets that happen,
    /// and leaves the compiler some time.</summary>
    public TimeSpan Pause { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>A round that is not recorded.</summary>
    public TimeSpan SettleTime => RoundTime / 2;

    /// <summary>That of a case with so many ways.</summary>
    public Schedule Of(int ways) => IsShared ? this with { RoundTime = RoundTime / ways } : this;

    /// <summary>How often the ways take turns in a round: as often as the slowest call allows.</summary>
    public int TurnsOfRound(TimeSpan slowestCall) =>
        Math.Max(1, (int)(RoundTime / (slowestCall > TurnTime ? slowestCall : TurnTime)));

    /// <summary>What a job takes: the warm-up of so many groups of calls, and so many cases with so many ways in all.</summary>
    public TimeSpan Total(int groups, int cases, int ways) => Kept(groups, cases) + Scaled(groups, ways);

    /// <summary>Times shortened so that what is left of a job fits; to a quarter of them at most. Pauses and loading stay.</summary>
    public Schedule Within(TimeSpan limit, int groups, int cases, int ways)
    {
        double share = Math.Clamp((limit - Kept(groups, cases)) / Scaled(groups, ways), LeastShare, 1);
        return this with { RoundTime = RoundTime * share, WarmUpTime = WarmUpTime * share, CaseWarmUpTime = CaseWarmUpTime * share };
    }

    private TimeSpan Kept(int groups, int cases) =>
        ((groups > 0 ? WarmUpTurns : 0) * Pause) + (cases * (LoadTime + (CaseWarmUpTurns * Pause)));

    private TimeSpan Scaled(int groups, int ways) =>
        (groups * WarmUpTime) + (ways * ((CaseWarmUpTurns * CaseWarmUpTime) + SettleTime + (Rounds * RoundTime)));
}
