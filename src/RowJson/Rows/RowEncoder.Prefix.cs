namespace RowJson;

// Rows whose text is changed once they are complete: a line before each.
internal sealed partial class RowEncoder
{
    private PrefixBuffer? _prefix;

    // The text of a row is changed once it is complete: each row is then written on its own.
    private bool _changesText;

    // Where the row under way begins, after what is before it.
    private int TextStart => _output.RowStart + (RowsWritten == _frameStart ? _beginLength : _frame.Separator.Length);

    // Ends a row whose text is not what goes out.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndChangedRow(int position)
    {
        if (_compactor is not null) EndCompactRow(Compact(position, out _));
        else EndText(InsertPrefix(position, _options.RowPrefix!));
    }

    // Ends a row whose text is what goes out.
    private void EndText(int position)
    {
        _output.EndRow(WriteText(position, _frame.RowEnd));
        RowsWritten++;
    }

    [SuppressMessage("Reliability", "CA2000", Justification = "Holds nothing between two rows; pooled with the encoder.")]
    private int InsertPrefix(int position, JsonRowPrefix prefix)
    {
        PrefixBuffer line = _prefix ??= new PrefixBuffer(_options.SerializerOptions);
        line.Clear();
        int start = TextStart;
        if (prefix.Write(line, _output.Buffer.AsSpan(start, position - start)) is { } column)
        {
            Column = column;
            throw new RowRefusedException(
                $"JsonRowOptions.RowPrefix needs the column '{column}', which the row does not have, or not as a string, a number or a "
                + "Boolean. Give every row the column.");
        }
        line.Write("\n"u8);
        return Insert(start - _output.RowStart, position, line.Text);
    }

    // Inserts text at an offset from the beginning of the row; returns the position after the row.
    private int Insert(int offset, int position, ReadOnlySpan<byte> text)
    {
        position = _output.Reserve(position, text.Length);
        int start = _output.RowStart + offset;
        _output.Buffer.AsSpan(start, position - start).CopyTo(_output.Buffer.AsSpan(start + text.Length));
        text.CopyTo(_output.Buffer.AsSpan(start));
        return position + text.Length;
    }
}
