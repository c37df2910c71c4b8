namespace RowJson.Benchmarks;

/// <summary>Measures calls against one another. Within a round they take turns of some milliseconds, there and back (A B C C B A …), so that
/// whatever slows the machine down for longer slows all of them down.</summary>
internal static class Turns
{
    /// <summary>Returns the nanoseconds of each call in each round.</summary>
    public static double[][] Measure(IReadOnlyList<Action> calls, Schedule schedule, Clock clock)
    {
        for (int turn = 0; turn < schedule.CaseWarmUpTurns; turn++)
        {
            foreach (Action call in calls) Calls.RunFor(call, schedule.CaseWarmUpTime);
            CompilerPause.Wait(schedule.Pause);
        }
        GC.Collect();
        (Lane[] lanes, int turns) = Settle(calls, schedule);
        for (int round = 0; round < schedule.Rounds; round++)
        {
            for (int turn = 0; turn < turns; turn++)
                for (int i = 0; i < lanes.Length; i++) lanes[int.IsEvenInteger(round + turn) ? i : ^(i + 1)].Run(round, turns, clock);
        }
        return [.. lanes.Select(lane => lane.Nanoseconds)];
    }

    // A round that is not recorded: it warms the caches and shows how many calls fill a turn.
    private static (Lane[] Lanes, int Turns) Settle(IReadOnlyList<Action> calls, Schedule schedule)
    {
        // A call of some nanoseconds takes less than a tick of the clock, and no turn has endlessly many.
        TimeSpan[] times = [.. calls.Select(call => new TimeSpan(Math.Max(1, Calls.RunFor(call, schedule.SettleTime).Ticks)))];
        int turns = schedule.TurnsOfRound(times.Max());
        return ([.. calls.Zip(times, (call, time) => new Lane(
            call, (int)Math.Max(1, Math.Round(schedule.RoundTime / turns / time)), Calls.Allocated(call), new double[schedule.Rounds]))], turns);
    }

    /// <summary>A call while it is measured.</summary>
    private sealed record Lane(Action Call, int CallsOfTurn, long Allocated, double[] Nanoseconds)
    {
        // A collection of less would take longer than its share.
        private const long LeastGarbage = 1 << 20;

        public void Run(int round, int turns, Clock clock) =>
            Nanoseconds[round] += Calls.Time(Call, CallsOfTurn, clock, collects: Allocated * CallsOfTurn >= LeastGarbage) / turns;
    }
}
