namespace RowJson.Benchmarks;

/// <summary>Rows in the form of a source, and the calls that encode them.</summary>
/// <param name="RowCount">How many.</param>
/// <param name="Rows">What the source gave.</param>
/// <param name="Entries">One for each contender that can encode them.</param>
internal sealed record RaceRows(int RowCount, object Rows, IReadOnlyList<RaceEntry> Entries) : IDisposable
{
    public static RaceRows Load(Sample sample, IRowSource source, EncodingSettings settings, IEnumerable<IContender> contenders)
    {
        object rows = source.Load(sample);
        var entries = new List<RaceEntry>();
        foreach (IContender contender in contenders)
        {
            if (contender.Prepare(rows, settings) is { } encode)
                entries.Add(new RaceEntry(contender, encode));
        }
        return new RaceRows(sample.RowCount, rows, entries);
    }

    public void Dispose() => (Rows as IDisposable)?.Dispose();
}

/// <summary>One contender in a race.</summary>
/// <param name="Contender">Whose call this is.</param>
/// <param name="Encode">Encodes the rows.</param>
internal sealed record RaceEntry(IContender Contender, EncodeRows Encode);
