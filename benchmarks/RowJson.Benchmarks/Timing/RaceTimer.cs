namespace RowJson.Benchmarks;

/// <summary>
/// Measures the contenders of one race. Within a round they take turns of some milliseconds, there and back (A B C C B A …), so that
/// whatever slows the machine down for longer slows all of them down.
/// </summary>
internal sealed class RaceTimer(Schedule schedule, CallTimer timer, IProgressReport progress)
{
    /// <summary>Checks that outputs agree, and measures.</summary>
    public IReadOnlyList<Measurement> Measure(Race race)
    {
        string name = $"{race.SampleName}, {race.Source.Name}";
        progress.Step(name, schedule.Preparation(race.Contenders.Count));
        // What the race before has left is gone before these rows come.
        GC.Collect();
        using RaceRows whole = race.Load();
        OutputCheck.Check(race, whole, timer.Output);
        // Code that only many rows reach; its compiler gets the pause.
        foreach (RaceEntry entry in whole.Entries) timer.RunFor(entry.Encode, schedule.LargeWarmUpTime);
        CompilerPause.Wait(schedule.Pause);
        GC.Collect();
        Lane[] lanes = Settle(race, whole);
        for (int round = 0; round < schedule.Rounds; round++)
        {
            progress.Step(name, schedule.Round(lanes.Length));
            MeasureRound(lanes, round, race.Clock);
        }
        return [.. lanes.Select(lane => lane.Measurement)];
    }

    // A round that is not recorded: it warms the caches and shows how many calls fill a turn.
    private Lane[] Settle(Race race, RaceRows whole)
    {
        TimeSpan[] calls = [.. whole.Entries.Select(entry => timer.RunFor(entry.Encode, schedule.SettleTime))];
        int turns = schedule.TurnsOfRound(calls.Max());
        return [.. whole.Entries.Select((entry, i) => new Lane(
            entry.Encode,
            turns,
            CallsOfTurn: (int)Math.Max(1, Math.Round(schedule.RoundTime / turns / calls[i])),
            Measure(race, entry, race.Slice.Entries[i])))];
    }

    private Measurement Measure(Race race, RaceEntry all, RaceEntry some)
    {
        long sliceAllocated = timer.CountAllocated(some.Encode);
        long allocated = timer.CountAllocated(all.Encode);
        int furtherRows = race.Sample.RowCount - race.Slice.RowCount;
        double perRow = furtherRows == 0 ? allocated : (double)(allocated - sliceAllocated) / furtherRows;
        return new Measurement(race, all.Contender, timer.Output.WrittenCount, allocated, perRow, new double[schedule.Rounds]);
    }

    private void MeasureRound(Lane[] lanes, int round, Clock clock)
    {
        for (int turn = 0; turn < lanes[0].Turns; turn++)
        {
            for (int i = 0; i < lanes.Length; i++)
            {
                Lane lane = int.IsEvenInteger(round + turn) ? lanes[i] : lanes[^(i + 1)];
                lane.Measurement.Nanoseconds[round] += timer.Time(lane.Encode, lane.CallsOfTurn, clock, lane.Collects).TotalNanoseconds / (lane.CallsOfTurn * lane.Turns);
            }
        }
    }

    /// <summary>A contender while it is measured.</summary>
    private sealed record Lane(EncodeRows Encode, int Turns, int CallsOfTurn, Measurement Measurement)
    {
        // A collection of less would take longer than its share.
        private const long LeastGarbage = 1 << 20;

        /// <summary>Whether a turn leaves garbage worth a collection.</summary>
        public bool Collects { get; } = Measurement.AllocatedBytes * CallsOfTurn >= LeastGarbage;
    }
}
