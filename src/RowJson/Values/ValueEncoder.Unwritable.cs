namespace RowJson;

// Cells whose values cannot be written, where JsonRowOptions.UnwritableHandling replaces them.
internal abstract partial class ValueEncoder
{
    // Cells are written one by one, so that each can be replaced. Not where rows share references: another value may refer to one that was
    // dropped.
    public bool ReplacesCells { get; }

    public bool ReplacesByText => _options.UnwritableHandling == JsonUnwritableHandling.Text;

    public long ReplacedCells { get; set; }

    public bool CanReplace(Exception exception) =>
        ReplacesCells && !_output.IsInSink && !Misuse.Is(exception)
        && exception is not (OperationCanceledException or TimeoutException or IOException or DbException or ObjectDisposedException
            or OutOfMemoryException or InsufficientExecutionStackException or JsonRowException or RowRefusedException);

    public int OffsetOf(int position) => position - _output.RowStart;

    // Drops what has been written of a cell that begins at an offset; returns the position there.
    public int DropCell(int offset)
    {
        _fallback.DropValue(offset);
        Ancestors.BeginRow();
        _cellDepth = RowDepth + 1;
        Column = null;
        return _output.RowStart + offset;
    }

    // Writes the replacement of a value that cannot be written.
    public int WriteReplacement(int position, EncodedName name, string? text)
    {
        ReplacedCells++;
        return text is null ? WriteNullCell(position, name) : WriteDatabaseCell(position, name, text);
    }

    // The text of a value where the options want it; null if it has none of its own.
    public string? ReplacementOf(object? value) => ReplacementOf(_ => value, ordinal: 0);

    // The same of a value that a getter of a source's may still read.
    public string? ReplacementOf(Func<int, object?> getter, int ordinal)
    {
        if (!ReplacesByText) return null;
        try
        {
            object? value = getter(ordinal);
            if (value is null or DBNull) return null;
            string? text = Convert.ToString(value, CultureInfo.InvariantCulture);
            return text == value.GetType().ToString() ? null : text;
        }
        catch (Exception exception) when (CanReplace(exception))
        {
            return null;
        }
    }
}
