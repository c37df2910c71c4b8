namespace RowJson.Benchmarks;

/// <summary>Measures races one after another in one process, all contenders warmed up before. The rows of one race are in memory at a time.</summary>
internal static class RoundRobinTimer
{
    /// <summary>Makes races and measures them, with progress shown.</summary>
    public static IReadOnlyList<Measurement> Measure(Schedule schedule, Func<IReadOnlyCollection<Race>> createRaces) =>
        ProgressReport.Show<IReadOnlyList<Measurement>>(progress =>
            [.. Measure(schedule, limit: null, createRaces(), progress).SelectMany(measurements => measurements)]);

    /// <summary>Measures one race after the other, as the results are asked for.</summary>
    /// <param name="schedule">How long.</param>
    /// <param name="limit">If the schedule takes longer, it is shortened; null for never.</param>
    /// <param name="races">The races.</param>
    /// <param name="progress">Where progress is shown.</param>
    public static IEnumerable<IReadOnlyList<Measurement>> Measure(
        Schedule schedule, TimeSpan? limit, IReadOnlyCollection<Race> races, IProgressReport progress)
    {
        var timer = new CallTimer();
        var warmUp = new WarmUp(races);
        int[] contenders = [.. races.Select(race => race.Contenders.Count)];
        var budget = new Budget(schedule, limit, () => Clock.Elapsed.Now);

        Schedule current = budget.Begin(warmUp.Groups, contenders);
        progress.Plan(current.Total(warmUp.Groups, contenders));
        warmUp.Run(current, timer, progress);
        foreach ((int i, Race race) in races.Index())
        {
            current = budget.Continue(contenders.AsSpan(i));
            progress.Plan(current.Total(contenders.AsSpan(i)));
            yield return new RaceTimer(current, timer, progress).Measure(race);
        }
    }
}
