using System.Data.Common;
using System.Globalization;

namespace RowJson;

/// <content>Cells whose values cannot be written, where <see cref="JsonRowOptions.UnwritableHandling"/> replaces them.</content>
internal abstract partial class ValueEncoder
{
    /// <summary>
    /// Cells are written one by one, so that each can be replaced. Not where rows share references: another value may refer to one that was
    /// dropped.
    /// </summary>
    public bool ReplacesCells { get; }

    /// <summary>They are replaced by the text of their values.</summary>
    public bool ReplacesByText => _options.UnwritableHandling == JsonUnwritableHandling.Text;

    /// <summary>Cells replaced by this write.</summary>
    public long ReplacedCells { get; protected set; }

    /// <summary>A failure that is the value's own.</summary>
    public bool CanReplace(Exception exception) =>
        ReplacesCells && !_output.IsInSink && !Misuse.Is(exception)
        && exception is not (OperationCanceledException or TimeoutException or IOException or DbException or ObjectDisposedException
            or OutOfMemoryException or InsufficientExecutionStackException or JsonRowException or RowRefusedException);

    /// <summary>Where a cell begins, from the beginning of the row.</summary>
    public int OffsetOf(int position) => position - _output.RowStart;

    /// <summary>Drops what has been written of a cell that begins at an offset; returns the position there.</summary>
    public int DropCell(int offset)
    {
        _fallback.DropValue();
        BeginAncestors();
        _cellDepth = RowDepth + 1;
        Column = null;
        return _output.RowStart + offset;
    }

    /// <summary>Writes the replacement of a value that cannot be written.</summary>
    /// <param name="position">Where the cell begins.</param>
    /// <param name="name">Its name.</param>
    /// <param name="text">The value's text; null to write null.</param>
    public int WriteReplacement(int position, EncodedName name, string? text)
    {
        ReplacedCells++;
        return text is null ? WriteNullCell(position, name) : WriteDatabaseCell(position, name, text);
    }

    /// <summary>A value's text where the options want it; null if it has none of its own.</summary>
    public string? ReplacementOf(object? value)
    {
        if (value is null or DBNull || !ReplacesByText) return null;
        try
        {
            string? text = Convert.ToString(value, CultureInfo.InvariantCulture);
            return text == value.GetType().ToString() ? null : text;
        }
        catch (Exception exception) when (CanReplace(exception))
        {
            return null;
        }
    }
}
