namespace RowJson.Compare;

/// <summary>
/// Runs short calls of all cases of both builds in quick succession until the compiler has nothing more to do. It takes the
/// profile of a hot method once, from what runs just then: so it sees all cases, and the same ones for both builds.
/// </summary>
internal sealed class Training(ReusedBuffer output)
{
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(800);
    private const int LeastTurns = 6;
    private const int MostTurns = 25;

    public void Run(IReadOnlyCollection<Contest> contests)
    {
        Calls[] calls =
        [
            .. contests.SelectMany(contest => contest.Pairs)
                .SelectMany(pair => (Calls[])[new(pair.Before, output), new(pair.After, output)]),
        ];
        for (int turn = 1; turn <= MostTurns; turn++)
        {
            long compiled = Compiler.CompiledMethods;
            RunTurn(calls);
            Compiler.WaitUntilIdle();
            if (turn >= LeastTurns && Compiler.CompiledMethods == compiled) return;
        }
    }

    private static void RunTurn(Calls[] calls)
    {
        TimeSpan start = CpuClock.Now;
        do
        {
            foreach (Calls call in calls)
                call.RunFor(Slice);
            // The other build comes first.
            Array.Reverse(calls);
        }
        while (CpuClock.Now - start < Turn);
    }
}
