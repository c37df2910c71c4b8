namespace RowJson;

/// <summary>How rows are framed in the output.</summary>
public enum JsonRowFormat
{
    /// <summary>One JSON array: <c>[row,row]</c>. The default; the bytes are those of <c>JsonSerializer</c>.</summary>
    Array = 0,

    /// <summary>One JSON array with one row a line: <c>[row,\nrow]</c>. For line-based tools and diffs.</summary>
    ArrayWithLineBreaks = 1,

    /// <summary>
    /// JSON Lines: every row is followed by <c>\n</c>; there are no brackets and no commas between rows.
    /// See <see href="https://jsonlines.org"/>.
    /// </summary>
    Lines = 2,

    /// <summary>
    /// A JSON text sequence (<c>application/json-seq</c>): before every row comes the character U+001E and after it <c>\n</c>.
    /// See <see href="https://www.rfc-editor.org/rfc/rfc7464">RFC 7464</see>.
    /// </summary>
    TextSequence = 3,
}
