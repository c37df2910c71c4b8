namespace RowJson;

/// <summary>The result of a write: rows, bytes, and whether the output is complete.</summary>
public readonly struct JsonRowResult
{
    /// <summary>The rows written.</summary>
    public long Rows { get; init; }

    /// <summary>The bytes handed to the sink, brackets and line breaks included.</summary>
    public long Bytes { get; init; }

    /// <summary>
    /// Whether all rows and the end of the output after them were written; <see langword="false"/> if the reader of a pipe completed before
    /// it took all of it: the output was cut short, and the source was read no further.
    /// </summary>
    public bool IsComplete { get; init; }

    /// <summary>The cells whose values could not be written, which <see cref="JsonRowOptions.UnwritableHandling"/> has replaced.</summary>
    public long ReplacedCells { get; init; }
}
