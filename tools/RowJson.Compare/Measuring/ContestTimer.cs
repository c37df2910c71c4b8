namespace RowJson.Compare;

/// <summary>Times both builds in turns, so that what disturbs one disturbs the other: clock rates change and other programs run.</summary>
internal sealed class ContestTimer(int rounds, TimeSpan roundTime, ReusedBuffer output)
{
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(5);

    private const int SlicesPerTurn = 25;
    private const int LeastTurns = 2;
    private const int MostTurns = 10;

    // The best slice of a turn differs by less from that of the turn before.
    private const double Settled = 0.03;

    public ContestResult Measure(Contest contest)
    {
        var before = new Calls(contest.Before, output);
        var after = new Calls(contest.After, output);
        GC.Collect();
        (double beforeCall, double afterCall) = WarmUp(before, after);

        var lanes = (Before: new Lane(before, CallsPerHalf(beforeCall)), After: new Lane(after, CallsPerHalf(afterCall)));
        for (int round = 0; round < rounds; round++)
        {
            // A B B A, then B A A B: what changes steadily during a round hits both alike, and so does coming first.
            (Lane outer, Lane inner) = round % 2 == 0 ? lanes : (lanes.After, lanes.Before);
            outer.Begin();
            inner.Begin();
            outer.Run();
            inner.Run();
            inner.Run();
            outer.Run();
        }
        return new ContestResult(
            contest.Case, lanes.Before.Nanoseconds, lanes.After.Nanoseconds, before.CountAllocated(), after.CountAllocated());
    }

    // Of half a round.
    private long CallsPerHalf(double nanosecondsPerCall) =>
        (long)Math.Max(1, Math.Ceiling(roundTime.TotalNanoseconds / 2 / nanosecondsPerCall));

    // Returns the nanoseconds of one call.
    private static (double Before, double After) WarmUp(Calls before, Calls after)
    {
        (double Before, double After) last = (double.MaxValue, double.MaxValue);
        for (int turn = 1; ; turn++)
        {
            long compiled = Compiler.CompiledMethods;
            (double Before, double After) best = (double.MaxValue, double.MaxValue);
            for (int slice = 0; slice < SlicesPerTurn; slice++)
                best = (Math.Min(best.Before, before.RunFor(Slice)), Math.Min(best.After, after.RunFor(Slice)));
            Compiler.WaitUntilIdle();
            bool settled = Compiler.CompiledMethods == compiled
                && Math.Abs((best.Before / last.Before) - 1) < Settled
                && Math.Abs((best.After / last.After) - 1) < Settled;
            if (turn == MostTurns || (turn >= LeastTurns && settled)) return best;
            last = best;
        }
    }

    /// <summary>One build while it is timed.</summary>
    private sealed class Lane(Calls calls, long callsPerHalf)
    {
        private readonly List<double> _nanoseconds = [];

        /// <summary>Of one call, by round.</summary>
        public IReadOnlyList<double> Nanoseconds => _nanoseconds;

        public void Begin() => _nanoseconds.Add(0);

        public void Run() => _nanoseconds[^1] += calls.Run(callsPerHalf) / (2 * callsPerHalf);
    }
}
