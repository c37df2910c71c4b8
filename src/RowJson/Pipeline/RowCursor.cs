using System.Collections;
using System.Text.Json;

namespace RowJson;

/// <summary>How far one write has come through its source. A local of the write's: a source itself never changes.</summary>
internal struct RowCursor
{
    /// <summary>The next row of a list, or the next byte of a text.</summary>
    public int Index;

    /// <summary>Where a sequence is.</summary>
    public IEnumerator? Enumerator;

    /// <summary>What a source has worked out for this write: its columns.</summary>
    public object? Columns;

    /// <summary>Where a document is that goes row by row.</summary>
    public JsonElement.ArrayEnumerator? Elements;

    /// <summary>What the text copier has to know between two batches.</summary>
    public CopyState Copy;

    /// <summary>What is under way on other threads.</summary>
    public RowRanges? Ranges;

    /// <summary>Releases the sequence.</summary>
    public readonly void Dispose()
    {
        Ranges?.Dispose();
        (Enumerator as IDisposable)?.Dispose();
    }
}
