namespace RowJson;

// Why JsonTextCopier.Copy returned.
internal enum CopyStatus
{
    Done,

    // A row ended, and CopyLimits.BatchLength bytes or more are written: all of them complete rows.
    RowEnd,

    // The destination has less room than JsonTextCopier.MinRoom; nothing is lost. Call again with what the source has left and more room.
    DestinationTooSmall,

    // The text under way is left to System.Text.Json.JsonElement.WriteTo, which may write it or fail on it. What is written of the current
    // row does not count. Not all of it is wrong: lone surrogates, ill-formed UTF-8, nesting deeper than allowed, an escape of a user's
    // encoder longer than the writer makes room for, and, where separators are asked for, a row that is neither an object nor an array.
    Fallback,
}

internal enum RowSeparator : byte
{
    // The comma of the source; rows may be any values.
    None,

    // \n in place of the comma: JSON Lines. The caller ends the last line.
    Lines,

    // ,\n in place of the comma: one row a line within an array.
    LineBreaks,
}

// How far JsonTextCopier.Copy may go.
// BatchLength: once a call has written this many bytes, it stops after the next row end. int.MaxValue: never.
// MaxDepth: the deepest nesting allowed within the text; more is CopyStatus.Fallback.
internal readonly record struct CopyLimits(int BatchLength, int MaxDepth, RowSeparator RowSeparator = RowSeparator.None);

// What one call of a copy leaves for the next. The default is the start of a text.
internal struct CopyState
{
    // Whether the rest of the source begins within a string.
    public bool InString { get; set; }

    // Brackets open at the beginning of the rest.
    public int Depth { get; set; }

    // A comma is read but not written: it is held back until what follows shows that it does not trail. So no batch ends with a comma.
    public bool HoldsComma { get; set; }
}
