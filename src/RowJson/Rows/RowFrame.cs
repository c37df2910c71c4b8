namespace RowJson;

/// <summary>What comes before, between and after rows: the only place that knows it.</summary>
/// <remarks>Each is made when it is first used. Two threads may both make one: compare properties, not instances.</remarks>
/// <param name="open">Before the first row.</param>
/// <param name="separator">Before every other row: at most <see cref="ShortText.MaxLength"/> bytes.</param>
/// <param name="rowEnd">After every row: at most <see cref="ShortText.MaxLength"/> bytes.</param>
/// <param name="close">After the last row.</param>
/// <param name="empty">Instead of all, where there are no rows.</param>
internal sealed class RowFrame(
    ReadOnlySpan<byte> open, ReadOnlySpan<byte> separator, ReadOnlySpan<byte> rowEnd, ReadOnlySpan<byte> close, ReadOnlySpan<byte> empty)
{
    public static RowFrame Array => field ??= new("["u8, ","u8, ""u8, "]"u8, "[]"u8);
    public static RowFrame ArrayWithLineBreaks => field ??= new("["u8, ",\n"u8, ""u8, "]"u8, "[]"u8);
    public static RowFrame Lines => field ??= new(""u8, ""u8, "\n"u8, ""u8, ""u8) { KeepsRows = true };

    public static readonly RowFrame TextSequence = new("\u001E"u8, "\u001E"u8, "\n"u8, ""u8, ""u8) { KeepsRows = true, CopiesText = false };

    /// <summary>One value on its own.</summary>
    public static RowFrame Bare => field ??= new(""u8, ""u8, ""u8, ""u8, ""u8);

    /// <summary>Rows with commas between them, for an array that another encoder opens and closes.</summary>
    public static RowFrame Elements => field ??= new(""u8, ","u8, ""u8, ""u8, ""u8);

    /// <inheritdoc cref="Elements"/>
    public static RowFrame ElementsWithLineBreaks => field ??= new(""u8, ",\n"u8, ""u8, ""u8, ""u8);

    /// <summary>
    /// Batches of elements that a <see cref="System.Text.Json.Utf8JsonWriter"/> takes as one raw value each: it writes the comma between
    /// two batches.
    /// </summary>
    public static RowFrame RawValues => field ??= new(""u8, ","u8, ""u8, ""u8, ""u8) { Resume = [] };

    /// <inheritdoc cref="RawValues"/>
    public static RowFrame RawValuesWithLineBreaks => field ??= new(""u8, ",\n"u8, ""u8, ""u8, ""u8) { Resume = [(byte)'\n'] };

    public readonly byte[] Open = open.ToArray();

    /// <summary>
    /// Before the first row of each later batch, where each batch begins anew; null if a separator comes before it as before any row.
    /// </summary>
    public byte[]? Resume { get; private init; }

    /// <summary>Rows are documents of their own: complete ones go out even where the first batch fails.</summary>
    public bool KeepsRows { get; private init; }

    public readonly ShortText Separator = new(separator);

    public readonly ShortText RowEnd = new(rowEnd);

    /// <summary>The text copier can write the rows: it puts nothing before each of them.</summary>
    public bool CopiesText { get; private init; } = true;

    /// <summary>What the text copier puts between rows.</summary>
    public readonly RowSeparator SourceSeparator =
        rowEnd.Length > 0 ? RowSeparator.Lines : separator.Length > 1 ? RowSeparator.LineBreaks : RowSeparator.None;

    public readonly byte[] Close = close.ToArray();

    public readonly byte[] Empty = empty.ToArray();

    /// <summary>A whole output.</summary>
    public static RowFrame For(JsonRowFormat format) => format switch
    {
        JsonRowFormat.ArrayWithLineBreaks => ArrayWithLineBreaks,
        JsonRowFormat.Lines or JsonRowFormat.ArrayLines => Lines,
        JsonRowFormat.TextSequence => TextSequence,
        _ => Array,
    };

    /// <summary>The rows of an array that an envelope opens and closes.</summary>
    public static RowFrame InEnvelope(JsonRowFormat format) =>
        format == JsonRowFormat.ArrayWithLineBreaks ? ElementsWithLineBreaks : Elements;

    /// <summary>Rows are indented: neither documents of their own nor compact ones are.</summary>
    public static bool IsIndented(JsonRowOptions options) =>
        options.SerializerOptions.WriteIndented && !HoldsDocuments(options.Framing) && !options.IsCompact;

    /// <summary>Each row of the format is a document of its own.</summary>
    public static bool HoldsDocuments(JsonRowFormat format) =>
        format is JsonRowFormat.Lines or JsonRowFormat.TextSequence or JsonRowFormat.ArrayLines;
}
