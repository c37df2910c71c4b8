namespace RowJson.Benchmarks;

/// <summary>One sample in the form of one source, and all contenders that can encode it. Holds the first rows only.</summary>
internal sealed class Race
{
    // Long enough to meet every value of a column, short enough to be called often while the runtime still counts calls.
    private const int SliceRows = 64;

    private Race(Sample sample, Sample slice, IRowSource source, EncodingSettings settings, IEnumerable<IContender> contenders)
    {
        Sample = sample;
        Source = source;
        Settings = settings;
        Slice = RaceRows.Load(slice, source, settings, contenders);
        Contenders = [.. Slice.Entries.Select(entry => entry.Contender)];
    }

    public Sample Sample { get; }

    public IRowSource Source { get; }

    public EncodingSettings Settings { get; }

    /// <summary>The sample's first rows: for warming up, and to find what further rows allocate.</summary>
    public RaceRows Slice { get; }

    /// <summary>Those that can encode the rows, in the order that they were given in.</summary>
    public IReadOnlyList<IContender> Contenders { get; }

    /// <summary>The time that is measured: elapsed, where another process is waited for.</summary>
    public Clock Clock => Source is ProviderSource { IsWaitedFor: true } ? Clock.Elapsed : Clock.Processor;

    /// <summary>The sample's name, with that of the settings where they are not the defaults.</summary>
    public string SampleName => Settings.Name.Length == 0 ? Sample.Name : $"{Sample.Name} ({Settings.Name})";

    public string Name => $"{SampleName} {Source.Name}";

    /// <summary>Prepares the contenders that can encode the source's rows; the order stays.</summary>
    public static Race Create(Sample sample, IRowSource source, IEnumerable<IContender> contenders, EncodingSettings? settings = null) =>
        new(sample, sample.Take(Math.Max(1, Math.Min(SliceRows, sample.RowCount / 2))), source, settings ?? EncodingSettings.Default, contenders);

    /// <summary>All rows: what is measured. Large ones: whoever loads them drops them before others are loaded.</summary>
    public RaceRows Load() => RaceRows.Load(Sample, Source, Settings, Contenders);
}
