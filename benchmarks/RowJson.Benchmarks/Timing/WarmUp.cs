using System.Diagnostics;

namespace RowJson.Benchmarks;

/// <summary>
/// Runs all contenders over the first rows of their samples until they are compiled for good. Contenders of the same class and the same
/// type of rows run the same code; they warm up together.
/// </summary>
internal sealed class WarmUp(IEnumerable<Race> races)
{
    // Before another sample has its turn.
    private static readonly TimeSpan LongEnough = TimeSpan.FromMilliseconds(2);

    private readonly List<Queue<EncodeRows>> _groups =
    [
        .. races.SelectMany(race => race.Slice.Entries, (race, entry) => (race, entry))
            .GroupBy(pair => (pair.race.Source.Name, pair.entry.Contender), pair => pair.entry.Encode)
            .Select(group => new Queue<EncodeRows>(group)),
    ];

    public int Groups => _groups.Count;

    public void Run(Schedule schedule, CallTimer timer, IProgressReport progress)
    {
        for (int turn = 0; turn < schedule.WarmUpTurns; turn++)
        {
            progress.Step("warming up", schedule.WarmUpTurn(Groups));
            foreach (Queue<EncodeRows> group in _groups) Run(group, schedule.WarmUpTime / schedule.WarmUpTurns, timer);
            CompilerPause.Wait(schedule.Pause);
        }
    }

    // Goes round the slices of all samples; the next turn goes on where this one stopped.
    private static void Run(Queue<EncodeRows> group, TimeSpan time, CallTimer timer)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < time)
        {
            EncodeRows encode = group.Dequeue();
            timer.RunFor(encode, LongEnough);
            group.Enqueue(encode);
        }
    }
}
