namespace RowJson;

// The batches that a write of ours has open. The serializer disposes what enumerates a list, but not where a flush fails while the list is
// the innermost value under way.
internal sealed class BatchScope : IDisposable
{
    private static readonly AsyncLocal<BatchScope?> Innermost = new();

    private readonly BatchScope? _outer = Innermost.Value;
    private readonly List<RowBatch> _open = [];

    public BatchScope() => Innermost.Value = this;

    // The scope of the write under way; null where there is none.
    public static BatchScope? Current => Innermost.Value;

    public void Add(RowBatch batch) => _open.Add(batch);

    public void Remove(RowBatch batch) => _open.Remove(batch);

    public void Dispose()
    {
        Innermost.Value = _outer;
        // From the innermost on; each removes itself.
        while (_open.Count > 0) _open[^1].Dispose();
    }
}
