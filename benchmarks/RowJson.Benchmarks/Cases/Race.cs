using Spectre.Console;

namespace RowJson.Benchmarks;

/// <summary>One sample in the form of one source, and all contenders that can encode it. Holds the first rows only.</summary>
internal sealed class Race
{
    // Long enough to meet every value of a column, short enough to be called often while the runtime still counts calls.
    private const int SliceRows = 64;
    private readonly IReadOnlyList<Contender> _contenders;

    public Race(Sample sample, RowSource source, IEnumerable<Contender> contenders, EncodingSettings? settings = null)
    {
        Sample = sample;
        Source = source;
        Settings = settings ?? EncodingSettings.Default;
        _contenders = [.. contenders];
        Slice = Load(sample.Take(Math.Max(1, Math.Min(SliceRows, sample.RowCount / 2))), slice: null);
    }

    public Sample Sample { get; }
    public RowSource Source { get; }
    public EncodingSettings Settings { get; }
    /// <summary>The sample's first rows: for warming up, and to find what further rows allocate.</summary>
    public Case Slice { get; }
    /// <summary>Those that can encode the rows, in the order that they were given in.</summary>
    public IEnumerable<string> Encoders => Slice.Ways.Select(way => way.Name);
    /// <summary>The sample's name, with that of the settings where they are not the defaults.</summary>
    public string SampleName => Settings.Name.Length == 0 ? Sample.Name : $"{Sample.Name} ({Settings.Name})";
    public string Name => $"{SampleName} {Source.Name}";

    /// <summary>All rows: what is measured. Large ones: whoever loads them drops them before others are loaded.</summary>
    public Case Load() => Load(Sample, Slice);

    /// <summary>A race as a case of a job; <paramref name="generate"/> makes so many rows, and as many as the sample has for 0.</summary>
    public static CaseMaker Maker(
        string label, Func<int, Sample> generate, string source, IReadOnlyList<Contender> contenders, EncodingSettings? settings = null) => new(
            [label, source],
            () => new Race(generate(0), RowSources.Get(source), contenders, settings).Load(),
            () => new Race(generate(1), RowSources.Get(source), contenders, settings).Encoders);

    private Case Load(Sample sample, Case? slice)
    {
        object rows = Source.Load(sample);
        return new Case
        {
            Labels = [SampleName, Source.Name],
            Ways = [.. _contenders.Select(contender => Prepare(contender, rows)).OfType<Way>()],
            Units = sample.RowCount,
            InputLength = sample.Utf8Json.Length,
            Clock = Source.IsWaitedFor ? Clock.Elapsed : Clock.Processor,
            Reference = () => Prepare(Contenders.Baseline, rows)!.Output!(),
            Slice = slice,
            Race = this,
            Resource = rows as IDisposable,
        };
    }

    private Way? Prepare(Contender contender, object rows) => contender.Prepare(rows, Settings) is not { } encode ? null
        : Sink.ToBuffer(contender.Name, encode) with
        {
            Agreement = contender.Agreement,
            Expected = contender.KnowsFormats ? array => RowFormats.Frame(array, Settings.Format) : null,
        };
}

/// <summary>Measures races one after another in one process, all contenders warmed up before. The rows of one race are in memory at a time.</summary>
internal static class RaceRun
{
    /// <summary>Makes races and measures them, with progress shown.</summary>
    public static IReadOnlyList<Measurement> Measure(Schedule schedule, Func<IReadOnlyCollection<Race>> createRaces) =>
        ProgressReport.Show<IReadOnlyList<Measurement>>(progress =>
            [.. Measure(schedule, limit: null, createRaces(), progress).SelectMany(measurements => measurements)]);

    /// <summary>Measures one race after the other, as the results are asked for; a schedule that takes longer than the limit is shortened.</summary>
    public static IEnumerable<IReadOnlyList<Measurement>> Measure(
        Schedule schedule, TimeSpan? limit, IReadOnlyCollection<Race> races, ProgressReport progress)
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

    private static IReadOnlyList<Measurement> Measure(Race race, Schedule schedule, ProgressReport progress)
    {
        string name = $"{race.SampleName}, {race.Source.Name}";
        progress.Step(name, schedule.Preparation(race.Slice.Ways.Count));
        // What the race before has left is gone before these rows come.
        GC.Collect();
        using Case it = race.Load();
        it.Check();
        return Measurement.WithoutRows(Measurement.Measure(it, schedule, () => progress.Step(name, schedule.Round(it.Ways.Count))));
    }
}
