using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>Measures races one after another in one process, all contenders warmed up before. The rows of one race are in memory at a time.</summary>
internal static class RaceRun
{
    /// <summary>Makes races and measures them, with progress shown.</summary>
    public static IReadOnlyList<Measurement> Measure(Schedule schedule, Func<IReadOnlyCollection<Race>> createRaces) =>
        ProgressReport.Show<IReadOnlyList<Measurement>>(progress =>
            [.. Measure(schedule, limit: null, createRaces(), progress).SelectMany(measurements => measurements)]);

    /// <summary>Measures one race after the other, as the results are asked for; a schedule that takes longer than the limit is shortened.</summary>
    public static IEnumerable<IReadOnlyList<Measurement>> Measure(
        Schedule schedule, TimeSpan? limit, IReadOnlyCollection<Race> races, IProgressReport progress)
    {
        // Contenders of the same name and the same type of rows run the same code.
        var warmUp = new WarmUp(races.SelectMany(race => race.Slice.Ways, (race, way) => (race, way))
            .GroupBy(pair => (pair.race.Source.Name, pair.way.Name), pair => pair.way.Call));
        int[] contenders = [.. races.Select(race => race.Slice.Ways.Count)];
        var budget = new Budget(schedule, limit, () => Clock.Elapsed.Now);

        Schedule current = budget.Begin(warmUp.Groups, contenders);
        progress.Plan(current.Total(warmUp.Groups, contenders));
        warmUp.Run(current, progress);
        foreach ((int i, Race race) in races.Index())
        {
            current = budget.Continue(contenders.AsSpan(i));
            progress.Plan(current.Total(contenders.AsSpan(i)));
            yield return Measure(race, current, progress);
        }
    }

    /// <summary>Compares the outputs of all encoders and measures nothing: what ran for a moment has not been optimised yet.</summary>
    public static void Check(IReadOnlyCollection<Race> races)
    {
        // Roughly.
        TimeSpan time = TimeSpan.FromMilliseconds(50);
        Table table = Output.CreateTable("sample", "source", ">rows", ">encoders", ">bytes");
        int outputs = ProgressReport.Show(progress =>
        {
            progress.Plan(races.Count * time);
            return races.Sum(race =>
            {
                progress.Step($"checking {race.Name}", time);
                using Case it = race.Load();
                int encoders = it.Check();
                table.AddRow(Markup.Escape(race.SampleName), race.Source.Name, Figures.Count(it.Units), Figures.Count(encoders),
                    Figures.Count(it.InputLength));
                return encoders;
            });
        });
        Output.Print(table);
        Output.Print($"{outputs} outputs agree with {Contenders.Baseline.Name}: byte for byte, Newtonsoft's by value.\n{Job.CheckedOnly}");
    }

    private static IReadOnlyList<Measurement> Measure(Race race, Schedule schedule, IProgressReport progress)
    {
        string name = $"{race.SampleName}, {race.Source.Name}";
        progress.Step(name, schedule.Preparation(race.Slice.Ways.Count));
        // What the race before has left is gone before these rows come.
        GC.Collect();
        using Case it = race.Load();
        it.Check();
        IReadOnlyList<Measurement> measured = Measurement.Measure(it, schedule, () => progress.Step(name, schedule.Round(it.Ways.Count)));
        // The calls hold the rows.
        var withoutRows = new Case { Labels = it.Labels, Ways = [], Units = it.Units, InputLength = it.InputLength, Race = race };
        return [.. measured.Select(one => one with { Case = withoutRows, Way = new Way(one.Way.Name, () => { }) { Agreement = one.Way.Agreement } })];
    }
}
