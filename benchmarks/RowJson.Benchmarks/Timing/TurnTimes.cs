namespace RowJson.Benchmarks;

/// <summary>The time of a call of each contender in each round, all contenders taking turns within a round.</summary>
/// <param name="Rounds">The times of each round, in nanoseconds.</param>
/// <param name="Calls">How many calls a time is the mean of.</param>
internal sealed record TurnTimes(double[][] Rounds, int Calls)
{
    public static TurnTimes Measure(Action[] contenders, Schedule schedule)
    {
        int calls = 1;
        while (CallCost.Time(contenders[0], calls) * calls < schedule.RoundTime.TotalNanoseconds / contenders.Length) calls *= 2;
        for (int i = 0; i < schedule.WarmUpTurns; i++)
        {
            foreach (Action contender in contenders) CallCost.Time(contender, calls);
            CompilerPause.Wait(schedule.Pause);
        }
        double[][] rounds =
            [.. Enumerable.Range(0, schedule.Rounds).Select(_ => Array.ConvertAll(contenders, it => CallCost.Time(it, calls)))];
        return new TurnTimes(rounds, calls);
    }

    public double Median(int contender) => Statistics.Median([.. Rounds.Select(round => round[contender])]);

    /// <summary>How many times faster a contender is than the first one, or than another.</summary>
    public Ratio Ratio(int contender, int baseline = 0) => new([.. Rounds.Select(round => round[baseline] / round[contender])]);
}
