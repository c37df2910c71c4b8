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

    /// <summary>Races one after another in one process, all contenders warmed up before.</summary>
    public static Job Job(IEnumerable<Race> races, Schedule schedule, TimeSpan? limit = null) => new(
        "races",
        () => races.Select(race => new CaseMaker([race.SampleName, race.Source.Name], race.Load, () => race.Encoders) { Race = race }),
        "")
    { Schedule = schedule, Limit = limit };

    /// <summary>A race as a case of a job; <paramref name="generate"/> makes so many rows, and as many as the sample has for 0.</summary>
    public static CaseMaker Maker(
        string label, Func<int, Sample> generate, string source, IReadOnlyList<Contender> contenders, EncodingSettings? settings = null) => new(
            [label, source],
            () => new Race(generate(0), RowSources.Get(source), contenders, settings).Load(),
            () => new Race(generate(1), RowSources.Get(source), contenders, settings).Encoders);

    /// <summary>All rows: what is measured. Large ones: whoever loads them drops them before others are loaded.</summary>
    private Case Load() => Load(Sample, Slice);

    private Case Load(Sample sample, Case? slice)
    {
        object rows = Source.Load(sample);
        return new Case
        {
            Labels = [SampleName, Source.Name],
            Ways = [.. _contenders.Select(contender => Prepare(contender, rows)).OfType<Way>()],
            Units = sample.RowCount,
            InputLength = sample.Utf8Json.Length,
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
