namespace RowJson;

// The text before, between and after rows. No other class knows it.
// Each frame is made on first use, perhaps by two threads: compare properties, not instances.
// separator: before every other row: at most ShortText.MaxLength bytes.
// rowEnd: after every row: at most ShortText.MaxLength bytes.
// empty: replaces open and close if there are no rows.
internal sealed class RowFrame(
    ReadOnlySpan<byte> open, ReadOnlySpan<byte> separator, ReadOnlySpan<byte> rowEnd, ReadOnlySpan<byte> close, ReadOnlySpan<byte> empty)
{
    public static RowFrame Array => field ??= new("["u8, ","u8, ""u8, "]"u8, "[]"u8);
    public static RowFrame ArrayWithLineBreaks => field ??= new("["u8, ",\n"u8, ""u8, "]"u8, "[]"u8);
    public static RowFrame Lines => field ??= new(""u8, ""u8, "\n"u8, ""u8, ""u8);
    public static RowFrame TextSequence => field ??= new("\u001E"u8, "\u001E"u8, "\n"u8, ""u8, ""u8);

    // One value on its own.
    public static RowFrame Bare => field ??= new(""u8, ""u8, ""u8, ""u8, ""u8) { IsValue = true };

    // Rows with commas between them, for an array that another encoder opens and closes.
    public static RowFrame Elements => field ??= new(""u8, ","u8, ""u8, ""u8, ""u8);

    public static RowFrame ElementsWithLineBreaks => field ??= new(""u8, ",\n"u8, ""u8, ""u8, ""u8);

    // Batches of elements that a System.Text.Json.Utf8JsonWriter takes as one raw value each: it writes the comma between two batches.
    public static RowFrame RawValues => field ??= new(""u8, ","u8, ""u8, ""u8, ""u8) { Resume = [] };

    public static RowFrame RawValuesWithLineBreaks => field ??= new(""u8, ",\n"u8, ""u8, ""u8, ""u8) { Resume = [(byte)'\n'] };

    public readonly byte[] Open = open.ToArray();

    // The text before the first row of each later batch; null if that row has a separator before it, like any other.
    public byte[]? Resume { get; private init; }

    // Rows are documents of their own: complete ones are sent even if the first batch fails.
    public bool KeepsRows => RowEnd.Length > 0;

    // The output is one value instead of rows.
    public bool IsValue { get; private init; }

    public readonly ShortText Separator = new(separator);

    public readonly ShortText RowEnd = new(rowEnd);

    // The text copier can write the rows: nothing has to be written before each of them.
    public bool CopiesText => Separator.Length == 0 || RowEnd.Length == 0;

    // The text that the copier writes between rows.
    public readonly RowSeparator SourceSeparator =
        rowEnd.Length > 0 ? RowSeparator.Lines : separator.Length > 1 ? RowSeparator.LineBreaks : RowSeparator.None;

    public readonly byte[] Close = close.ToArray();

    public readonly byte[] Empty = empty.ToArray();

    // An array whose rows bring their own line break and indentation.
    public static RowFrame Indented(JsonWriterOptions style) =>
        new("["u8, ","u8, ""u8, Encoding.UTF8.GetBytes(style.NewLine + "]"), "[]"u8);

    public static RowFrame For(JsonRowFormat format) => format switch
    {
        JsonRowFormat.ArrayWithLineBreaks => ArrayWithLineBreaks,
        JsonRowFormat.Lines or JsonRowFormat.CompactLines => Lines,
        JsonRowFormat.TextSequence => TextSequence,
        _ => Array,
    };

    // The rows of an array that an envelope opens and closes.
    public static RowFrame InEnvelope(JsonRowFormat format) =>
        format == JsonRowFormat.ArrayWithLineBreaks ? ElementsWithLineBreaks : Elements;

    // Rows are indented: neither documents of their own nor compact ones are.
    public static bool IsIndented(JsonRowOptions options) =>
        options.SerializerOptions.WriteIndented && !HoldsDocuments(options.Framing) && !options.IsCompact;

    // Each row of the format is a document of its own.
    public static bool HoldsDocuments(JsonRowFormat format) =>
        format is JsonRowFormat.Lines or JsonRowFormat.TextSequence or JsonRowFormat.CompactLines;
}
