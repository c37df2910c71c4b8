namespace RowJson.Compare;

/// <summary>Times both builds in turns, so that disturbances affect both: clock rates change and other programs run.</summary>
internal sealed class ContestTimer(int rounds, TimeSpan roundTime, ReusedBuffer output)
{
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(5);
    private const int SlicesPerTurn = 10;
    private const int LeastTurns = 2;
    private const int MostTurns = 10;

    // The best slice of a turn differs by less from that of the turn before.
    private const double Settled = 0.03;

    public ContestResult Measure(Contest contest)
    {
        (Lane Before, Lane After)[] pairs =
        [
            .. contest.Pairs.Select(pair => (new Lane(new Calls(pair.Before, output)), new Lane(new Calls(pair.After, output)))),
        ];
        GC.Collect();
        WarmUp([.. pairs.SelectMany(pair => (Lane[])[pair.Before, pair.After])]);
        // Each pair in its turn, once at least.
        for (int round = 0; round < Math.Max(rounds, pairs.Length); round++)
        {
            (Lane before, Lane after) = pairs[round % pairs.Length];
            bool beforeFirst = round / pairs.Length % 2 == 0;
            RunRound(beforeFirst ? before : after, beforeFirst ? after : before);
        }
        return new ContestResult(
            contest.Case,
            [.. pairs.Select(pair => (pair.Before.Nanoseconds, pair.After.Nanoseconds))],
            pairs[0].Before.Calls.CountAllocated(),
            pairs[0].After.Calls.CountAllocated());
    }

    // A B B A: a steady change during a round affects both equally.
    private void RunRound(Lane outer, Lane inner)
    {
        double outerTime = outer.Run(roundTime / 2);
        double innerTime = inner.Run(roundTime / 2);
        innerTime += inner.Run(roundTime / 2);
        outerTime += outer.Run(roundTime / 2);
        outer.Nanoseconds.Add(outerTime / 2);
        inner.Nanoseconds.Add(innerTime / 2);
    }

    // Until times settle and the compiler has nothing more to do.
    private static void WarmUp(Lane[] lanes)
    {
        for (int turn = 1; turn <= MostTurns; turn++)
        {
            long compiled = Compiler.CompiledMethods;
            double[] last = [.. lanes.Select(lane => lane.Best)];
            foreach (Lane lane in lanes)
                lane.Best = double.MaxValue;
            for (int slice = 0; slice < SlicesPerTurn; slice++)
            {
                foreach (Lane lane in lanes)
                    lane.Best = Math.Min(lane.Best, lane.Calls.RunFor(Slice));
            }
            Compiler.WaitUntilIdle();
            bool settled = Compiler.CompiledMethods == compiled
                && lanes.Zip(last).All(pair => Math.Abs((pair.First.Best / pair.Second) - 1) < Settled);
            if (turn >= LeastTurns && settled) return;
        }
    }

    /// <summary>A copy of a build while it is timed.</summary>
    private sealed class Lane(Calls calls)
    {
        public Calls Calls { get; } = calls;

        /// <summary>The nanoseconds of one call at its best while warming up.</summary>
        public double Best { get; set; } = double.MaxValue;

        /// <summary>Of one call, by round.</summary>
        public List<double> Nanoseconds { get; } = [];

        /// <summary>Calls for about this time; returns the nanoseconds of one call.</summary>
        public double Run(TimeSpan time)
        {
            long count = (long)Math.Max(1, Math.Ceiling(time.TotalNanoseconds / Best));
            return Calls.Run(count) / count;
        }
    }
}
