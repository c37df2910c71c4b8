namespace RowJson.Benchmarks;

/// <summary>The rows of one sample in the form of one source, and all contenders that can encode them.</summary>
internal sealed class Race
{
    // Long enough to meet every value of a column, short enough to be called often while the runtime still counts calls.
    private const int SliceRows = 64;

    private Race(
        Sample sample, Sample slice, IRowSource source, EncodingSettings settings, object rows, IReadOnlyList<Entry> entries)
    {
        Sample = sample;
        Slice = slice;
        Source = source;
        Settings = settings;
        Rows = rows;
        Entries = entries;
    }

    public Sample Sample { get; }

    /// <summary>The sample's first rows.</summary>
    public Sample Slice { get; }

    public IRowSource Source { get; }

    public EncodingSettings Settings { get; }

    /// <summary>What the source gave for the sample.</summary>
    public object Rows { get; }

    public IReadOnlyList<Entry> Entries { get; }

    /// <summary>The sample's name, with that of the settings where they are not the defaults.</summary>
    public string SampleName => Settings.Name.Length == 0 ? Sample.Name : $"{Sample.Name} ({Settings.Name})";

    public string Name => $"{SampleName} {Source.Name}";

    /// <summary>Prepares the contenders that can encode the source's rows; the order stays.</summary>
    public static Race Create(Sample sample, IRowSource source, IEnumerable<IContender> contenders, EncodingSettings? settings = null)
    {
        settings ??= EncodingSettings.Default;
        object rows = source.Load(sample);
        Sample slice = sample.Take(Math.Max(1, Math.Min(SliceRows, sample.RowCount / 2)));
        object sliceRows = source.Load(slice);
        var entries = new List<Entry>();
        foreach (IContender contender in contenders)
        {
            if (contender.Prepare(rows, settings) is { } whole && contender.Prepare(sliceRows, settings) is { } part)
                entries.Add(new Entry(contender, whole, part));
        }
        return new Race(sample, slice, source, settings, rows, entries);
    }

    /// <summary>One contender in a race.</summary>
    /// <param name="Contender">Whose calls these are.</param>
    /// <param name="Whole">Encodes all rows: what is measured.</param>
    /// <param name="Slice">Encodes the first rows: for warming up, and to find what further rows allocate.</param>
    internal sealed record Entry(IContender Contender, EncodeRows Whole, EncodeRows Slice);
}
