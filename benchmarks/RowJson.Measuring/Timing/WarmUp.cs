namespace RowJson.Benchmarks;

/// <summary>Runs short calls of all cases until they are compiled for good. The compiler takes the profile of a hot method once, from what runs
/// just then: so it sees all cases. Calls of one group run the same code; they warm up together.</summary>
internal sealed class WarmUp(IEnumerable<IEnumerable<Action>> groups)
{
    // Before another case of the group has its turn.
    private static readonly TimeSpan LongEnough = TimeSpan.FromMilliseconds(2);
    private readonly List<Queue<Action>> _groups = [.. groups.Select(group => new Queue<Action>(group))];
    public int Groups => _groups.Count;

    public void Run(Schedule schedule)
    {
        for (int turn = 0; turn < schedule.WarmUpTurns; turn++)
        {
            foreach (Queue<Action> group in _groups) Run(group, schedule.WarmUpTime / schedule.WarmUpTurns);
            CompilerPause.Wait(schedule.Pause);
        }
    }

    // Goes round the cases; the next turn goes on where this one stopped.
    private static void Run(Queue<Action> group, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < time)
        {
            Action call = group.Dequeue();
            Calls.RunFor(call, LongEnough);
            group.Enqueue(call);
        }
    }
}
