namespace RowJson;

/// <summary>Why <see cref="JsonTextCopier.Copy"/> returned.</summary>
internal enum CopyStatus
{
    /// <summary>The whole source is copied.</summary>
    Done,

    /// <summary>A row ended, and <see cref="CopyLimits.BatchLength"/> bytes or more are written: all of them complete rows.</summary>
    RowEnd,

    /// <summary>
    /// The destination is full; nothing is lost. Call again with what the source has left and room for
    /// <see cref="JsonTextCopier.MinRoom"/> bytes at least.
    /// </summary>
    DestinationTooSmall,

    /// <summary>
    /// The text under way is left to <see cref="System.Text.Json.JsonElement.WriteTo"/>, which may write it or fail on it. What is
    /// written of the current row does not count.
    /// </summary>
    /// <remarks>
    /// Not all of it is wrong: lone surrogates, ill-formed UTF-8, nesting deeper than allowed, an escape of a user's encoder longer than
    /// the writer makes room for, and, where separators are asked for, a row that is neither an object nor an array.
    /// </remarks>
    Fallback,
}

/// <summary>What is written between two rows.</summary>
internal enum RowSeparator : byte
{
    /// <summary>The comma of the source; rows may be any values.</summary>
    None,

    /// <summary><c>\n</c> in place of the comma: JSON Lines. The caller ends the last line.</summary>
    Lines,

    /// <summary><c>,\n</c> in place of the comma: one row a line within an array.</summary>
    LineBreaks,
}

/// <summary>How far <see cref="JsonTextCopier.Copy"/> may go.</summary>
internal readonly struct CopyLimits(int batchLength, int maxDepth, RowSeparator rowSeparator = RowSeparator.None)
{
    /// <summary>Once a call has written this many bytes, it stops after the next row end. <see cref="int.MaxValue"/>: never.</summary>
    public int BatchLength { get; } = batchLength;

    /// <summary>The deepest nesting allowed within the text; more is <see cref="CopyStatus.Fallback"/>.</summary>
    public int MaxDepth { get; } = maxDepth;

    /// <summary>What is written between two rows.</summary>
    public RowSeparator RowSeparator { get; } = rowSeparator;
}

/// <summary>What one call of a copy leaves for the next. The default is the start of a text.</summary>
internal struct CopyState
{
    /// <summary>Whether the rest of the source begins within a string.</summary>
    public bool InString { get; set; }

    /// <summary>Brackets open at the beginning of the rest.</summary>
    public int Depth { get; set; }

    /// <summary>
    /// A comma is read and not written: it is held back until what follows shows that it does not trail. So no batch ends with a comma.
    /// </summary>
    public bool HoldsComma { get; set; }
}
