namespace RowJson;

/// <summary>How rows are framed in the output.</summary>
/// <remarks>
/// The <em>compact</em> formats <see cref="CompactRows"/>, <see cref="CompactLines"/> and <see cref="CompactColumns"/> write a row as an
/// array of its values: the names are written once, or not at all. All rows have the columns of the first one, in its order, or those of
/// a source that declares them: a reader, a table, a shape, a class. A row that differs ends the write with a
/// <see cref="JsonRowException"/> that names row and column; see <see cref="JsonRowOptions.FillMissingColumns"/>.
/// <see cref="JsonRowOptions.OmitNulls"/> and indentation have no effect.
/// </remarks>
public enum JsonRowFormat
{
    /// <summary>One JSON array: <c>[row,row]</c>. The default; the bytes are those of <c>JsonSerializer</c>.</summary>
    Array = 0,

    /// <summary>One JSON array with one row per line: <c>[row,\nrow]</c>. For line-based tools and diffs.</summary>
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

    /// <summary>One JSON array of arrays, without names: <c>[[1,"Ada"],[2,"Linus"]]</c>. For charts and grids.</summary>
    CompactRows = 4,

    /// <summary>
    /// One array of values per line, each followed by <c>\n</c>: <c>[1,"Ada"]\n[2,"Linus"]\n</c>. ClickHouse reads it as
    /// <c>JSONCompactEachRow</c>.
    /// </summary>
    CompactLines = 5,

    /// <summary>
    /// An object with the names first, then the arrays: <c>{"columns":["id","name"],"rows":[[1,"Ada"],[2,"Linus"]]}</c>. The names of
    /// its two properties are <see cref="JsonRowOptions.ColumnsPropertyName"/> and <see cref="JsonRowOptions.RowsPropertyName"/>.
    /// </summary>
    CompactColumns = 6,
}
