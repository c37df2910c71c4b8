namespace RowJson.Fuzz;

/// <summary>What a thread has compared.</summary>
internal sealed class FuzzCounts
{
    public long Cells { get; private set; }

    public long Bytes { get; private set; }

    public long Comparisons { get; private set; }

    public long Refusals { get; private set; }

    public long DataSets { get; private set; }

    /// <summary>Cells of rows that were made, each counted once however often it was written.</summary>
    public long DistinctCells { get; private set; }

    /// <summary>Data that a source could not hold: text that the parser refuses, mostly.</summary>
    public long NotHeld { get; private set; }

    /// <summary>The names of the sources that rows were in.</summary>
    public HashSet<string> Sources { get; } = [];

    public void AddData(FuzzData data)
    {
        DataSets++;
        DistinctCells += data.Cells;
    }

    /// <summary>Values that were written in one way, at one place.</summary>
    public long Values { get; private set; }

    public void AddValue(Observation expected)
    {
        Values++;
        Bytes += expected.Bytes.Length;
        if (expected.Failure is not null) Refusals++;
    }

    public void AddRefused() => NotHeld++;

    public void AddComparison(FuzzSource source, FuzzData data, Expected expected)
    {
        Sources.Add(source.Name);
        Comparisons++;
        Bytes += expected.Bytes.Length;
        if (expected.Failure is null) Cells += data.Cells;
        else Refusals++;
    }

    public void Add(FuzzCounts other)
    {
        Cells += other.Cells;
        Bytes += other.Bytes;
        Comparisons += other.Comparisons;
        Refusals += other.Refusals;
        DataSets += other.DataSets;
        DistinctCells += other.DistinctCells;
        NotHeld += other.NotHeld;
        Values += other.Values;
        Sources.UnionWith(other.Sources);
    }
}
