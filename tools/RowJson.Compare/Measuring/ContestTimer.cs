using RowJson.Benchmarks;

namespace RowJson.Compare;

/// <summary>What a contest took: nanoseconds of a row, bytes allocated by a call. It does not hold the case, which has all its rows.</summary>
/// <param name="Group">The group of the case.</param>
/// <param name="Rows">What was written.</param>
/// <param name="BeforePerRow">Nanoseconds, the median of the rounds of all copies.</param>
/// <param name="AfterPerRow">The same, after.</param>
/// <param name="Ratio">After ÷ before: in each round the geometric mean of all pairs of copies.</param>
/// <param name="AllocatedBefore">The bytes that a call allocates.</param>
/// <param name="AllocatedAfter">The same, after.</param>
internal sealed record ContestResult(
    string Group, string Rows, double BeforePerRow, double AfterPerRow, Ratio Ratio, long AllocatedBefore, long AllocatedAfter);

/// <summary>Times all copies of both builds in turns, so that disturbances affect both: clock rates change and other programs run.</summary>
internal sealed class ContestTimer(Schedule schedule, ReusedBuffer output)
{
    /// <summary>Runs short calls of all cases of both builds until they are compiled for good. Each copy of a build has code of its own.</summary>
    public void WarmUp(IReadOnlyCollection<Contest> contests)
    {
        int copies = contests.Select(contest => contest.Pairs.Count).DefaultIfEmpty(0).Min();
        new WarmUp(Enumerable.Range(0, copies).SelectMany(copy => new[]
        {
            contests.Select(contest => Call(contest.Pairs[copy].Before)), contests.Select(contest => Call(contest.Pairs[copy].After)),
        })).Run(schedule);
    }

    public ContestResult Measure(Contest contest)
    {
        Action[] calls = [.. contest.Pairs.SelectMany(pair => new[] { Call(pair.Before), Call(pair.After) })];
        // A round is shared by the copies.
        double[][] times = Turns.Measure(calls, schedule with { RoundTime = schedule.RoundTime / contest.Pairs.Count }, Clock.Processor);
        double[][] before = [.. times.Where((_, i) => i % 2 == 0)], after = [.. times.Where((_, i) => i % 2 == 1)];
        return new ContestResult(
            contest.Case.Group,
            contest.Case.Rows,
            Statistics.Median([.. before.SelectMany(it => it)]) / contest.Case.RowCount,
            Statistics.Median([.. after.SelectMany(it => it)]) / contest.Case.RowCount,
            Ratio.Mean([.. after.Zip(before, Ratio.Of)]),
            Calls.Allocated(calls[0]),
            Calls.Allocated(calls[1]));
    }

    /// <summary>Where the two builds differ; null where they write the same bytes. A failure is a difference too.</summary>
    public string? FindDifference(Contest contest)
    {
        try
        {
            Call(contest.Pairs[0].Before)();
            byte[] before = output.Written.ToArray();
            Call(contest.Pairs[0].After)();
            return output.Written.SequenceEqual(before) ? null : $"{contest.Name}: {Differences.Describe(before, output.Written)}";
        }
        catch (Exception exception)
        {
            return $"{contest.Name} failed: {exception.GetType().Name}: {exception.Message}";
        }
    }

    private Action Call(Action<System.Buffers.IBufferWriter<byte>> write) => () =>
    {
        output.Reset();
        write(output);
    };
}
