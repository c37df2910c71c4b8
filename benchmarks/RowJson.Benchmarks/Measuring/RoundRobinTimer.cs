using System.Buffers;
using System.Diagnostics;

namespace RowJson.Benchmarks;

/// <summary>
/// Measures all contenders in one process and in turns (A B C A B C …), so that disturbances affect all of them: clock rates change and
/// other programs run. The rows of one race are in memory at a time.
/// </summary>
internal sealed class RoundRobinTimer(Schedule schedule, IProgressReport progress)
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    // One buffer for all: it has grown before the first call is timed.
    private readonly ArrayBufferWriter<byte> _output = new();

    /// <summary>Makes races and measures them, with progress shown.</summary>
    public static IReadOnlyList<Measurement> Measure(Schedule schedule, Func<IReadOnlyCollection<Race>> createRaces) =>
        ProgressReport.Show((progress, setSteps) =>
        {
            var timer = new RoundRobinTimer(schedule, progress);
            IReadOnlyCollection<Race> races = createRaces();
            setSteps(timer.CountSteps(races));
            return timer.Run(races);
        });

    /// <summary>How many steps of progress <see cref="Run"/> reports.</summary>
    private int CountSteps(IReadOnlyCollection<Race> races) =>
        (schedule.WarmUpTurns * CountContenders(races)) + (races.Count * (schedule.Rounds + 3));

    /// <summary>Warms up, checks that outputs agree, and measures.</summary>
    private IReadOnlyList<Measurement> Run(IReadOnlyCollection<Race> races)
    {
        WarmUp(races);
        return [.. races.SelectMany(Measure)];
    }

    // Contenders of the same class and the same type of rows run the same code; they warm up together.
    private static List<IGrouping<(string Source, IContender Contender), EncodeRows>> Group(IEnumerable<Race> races) =>
    [
        .. races.SelectMany(race => race.Slice.Entries, (race, entry) => (race, entry))
            .GroupBy(pair => (pair.race.Source.Name, pair.entry.Contender), pair => pair.entry.Encode),
    ];

    private static int CountContenders(IReadOnlyCollection<Race> races) => Group(races).Count;

    private void WarmUp(IReadOnlyCollection<Race> races)
    {
        List<Queue<EncodeRows>> groups = [.. Group(races).Select(group => new Queue<EncodeRows>(group))];
        for (int turn = 0; turn < schedule.WarmUpTurns; turn++)
        {
            foreach (Queue<EncodeRows> group in groups)
            {
                progress.Step("warming up");
                WarmUp(group, schedule.WarmUpTime / schedule.WarmUpTurns);
            }
            Thread.Sleep(schedule.Pause);
        }
    }

    // Goes round the slices of all samples; the next turn goes on where this one stopped.
    private void WarmUp(Queue<EncodeRows> group, TimeSpan time)
    {
        var longEnough = TimeSpan.FromMilliseconds(2);
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < time)
        {
            EncodeRows encode = group.Dequeue();
            RunFor(encode, longEnough);
            group.Enqueue(encode);
        }
    }

    private IEnumerable<Measurement> Measure(Race race)
    {
        progress.Step($"loading {race.Name}");
        // What the race before has left is gone before these rows come.
        GC.Collect();
        RaceRows whole = race.Load();
        progress.Step($"checking {race.Name}");
        OutputCheck.Check(race, whole, _output);
        progress.Step($"measuring {race.Name}");
        // Code that only many rows reach; its compiler gets the pause.
        foreach (RaceEntry entry in whole.Entries) RunFor(entry.Encode, schedule.LargeWarmUpTime);
        Thread.Sleep(schedule.Pause);
        GC.Collect();
        Lane[] lanes = [.. whole.Entries.Zip(race.Slice.Entries, (all, some) => Settle(race, all, some))];
        for (int round = 0; round < schedule.Rounds; round++)
        {
            progress.Step($"measuring {race.Name}");
            foreach (Lane lane in lanes)
                lane.Nanoseconds[round] = CallTimes(lane.Encode, lane.Calls) * NanosecondsPerTick / lane.Calls;
        }
        return
        [
            .. lanes.Select(lane => new Measurement(
                race, lane.Contender, lane.OutputLength, lane.AllocatedBytes, lane.AllocatedBytesPerRow, lane.Nanoseconds)),
        ];
    }

    // A round that is not recorded: it warms the caches and shows how many calls fill a round.
    private Lane Settle(Race race, RaceEntry all, RaceEntry some)
    {
        double millisecondsPerCall = RunFor(all.Encode, schedule.RoundTime / 2);
        int calls = (int)Math.Max(1, Math.Ceiling(schedule.RoundTime.TotalMilliseconds / millisecondsPerCall));
        long sliceAllocated = CountAllocated(some.Encode);
        long allocated = CountAllocated(all.Encode);
        int furtherRows = race.Sample.RowCount - race.Slice.RowCount;
        double perRow = furtherRows == 0 ? allocated : (double)(allocated - sliceAllocated) / furtherRows;
        return new Lane(all.Contender, all.Encode, calls, _output.WrittenCount, allocated, perRow, new double[schedule.Rounds]);
    }

    // The least of some: a call may find a pool that a collection has just emptied.
    private long CountAllocated(EncodeRows encode)
    {
        long allocated = long.MaxValue;
        for (int i = 0; i < 3; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            CallTimes(encode, 1);
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return allocated;
    }

    /// <summary>At least one call; returns the milliseconds of one.</summary>
    private double RunFor(EncodeRows encode, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        int calls = 0;
        TimeSpan elapsed;
        do
        {
            CallTimes(encode, 1);
            calls++;
            elapsed = Stopwatch.GetElapsedTime(start);
        }
        while (elapsed < time);
        return elapsed.TotalMilliseconds / calls;
    }

    /// <summary>Returns the ticks of all calls.</summary>
    private long CallTimes(EncodeRows encode, int calls)
    {
        ArrayBufferWriter<byte> output = _output;
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < calls; i++)
        {
            output.ResetWrittenCount();
            encode(output);
        }
        return Stopwatch.GetTimestamp() - start;
    }

    /// <summary>A contender while it is measured.</summary>
    private sealed record Lane(
        IContender Contender, EncodeRows Encode, int Calls, int OutputLength, long AllocatedBytes, double AllocatedBytesPerRow,
        double[] Nanoseconds);
}
