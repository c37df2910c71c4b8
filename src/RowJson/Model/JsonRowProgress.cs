namespace RowJson;

/// <summary>The progress of a write: rows and bytes so far.</summary>
public readonly struct JsonRowProgress
{
    /// <summary>The rows that are complete in the output.</summary>
    /// <remarks>
    /// Rows of a document are copied as text and counted at its end: until then this is an estimate, in proportion to the text that has
    /// been read.
    /// </remarks>
    public long Rows { get; init; }

    /// <summary>The bytes of the output so far.</summary>
    public long Bytes { get; init; }
}
