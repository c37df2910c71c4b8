namespace RowJson.Fuzz;

/// <summary>The rows of a case, before a source is made of them.</summary>
internal abstract class FuzzData
{
    public abstract long Cells { get; }

    /// <summary>The same with less in it, what leaves out most first: for reducing.</summary>
    public abstract IEnumerable<FuzzData> Smaller();

    /// <summary>An expression that makes the same rows.</summary>
    public abstract string ToCSharp();

    /// <summary>Ranges of items to leave out: halves, quarters, …, single items.</summary>
    protected static IEnumerable<(int Start, int Length)> Cuts(int count)
    {
        for (int length = count; length > 0; length = length == 1 ? 0 : (length + 1) / 2)
        {
            for (int start = 0; start < count; start += length) yield return (start, Math.Min(length, count - start));
            if (length == 1) break;
        }
    }

    protected static T[] Without<T>(T[] items, int start, int length) => [.. items[..start], .. items[(start + length)..]];
}
