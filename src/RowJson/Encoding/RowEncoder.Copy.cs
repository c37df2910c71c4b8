namespace RowJson;

/// <content>Rows of a document as text.</content>
internal sealed partial class RowEncoder
{
#if DEBUG
    private const int RowRoom = JsonTextCopier.MinRoom;
#else
    private const int RowRoom = 4096;
#endif

    /// <summary>
    /// The rows' text may be copied: nothing in the options needs their names or values one by one.
    /// </summary>
    public bool CopiesText => CopiesElements && !_omitNulls && !_options.ChangesColumns;

    /// <summary>
    /// Copies rows from <paramref name="offset"/> of the text between the brackets of an array that is not empty on, until a batch is full
    /// (<see cref="CopyStatus.RowEnd"/>), the text ends (<see cref="CopyStatus.Done"/>), or something comes up that has to be
    /// written row by row (<see cref="CopyStatus.Fallback"/>, with offset and output at the end of the last batch).
    /// </summary>
    /// <param name="rows">Everything between the array's brackets.</param>
    /// <param name="rowLength">What a row takes, more or less: too small a guess costs copies of the row that crosses a batch's end.</param>
    /// <param name="offset">Where to begin; moves behind what is copied.</param>
    /// <param name="state">Carries on from batch to batch.</param>
    public CopyStatus CopyRows(ReadOnlySpan<byte> rows, int rowLength, ref int offset, ref CopyState state)
    {
        bool writesLines = _frame.SourceSeparator == RowSeparator.Lines;
        // The line before is ended; a comment there goes the other way.
        if (writesLines && offset > 0 && !SkipComma(rows, ref offset)) return CopyStatus.Fallback;
        // A batch, and room for the row that crosses its end, or all there is.
        long rowRoom = RowRoom + (2L * rowLength);
        int room = (int)Math.Min(_batchLength + rowRoom, rows.Length - offset + (long)RowRoom);
        int position = _output.RowStart;
        if (offset == 0) position = WriteText(_output.Reserve(position, room + _frame.Open.Length), _frame.Open);
        int batchLength = _batchLength;
        CopyState before = state;
        int consumedAll = offset;
        while (true)
        {
            position = _output.Reserve(position, room);
            var limits = new CopyLimits(batchLength, _style.MaxDepth - RowDepth, _frame.SourceSeparator);
            Span<byte> destination = _output.Buffer.AsSpan(position, _output.Limit - position);
            CopyStatus status = _context.Copier.Copy(rows[consumedAll..], destination, ref state, limits, out int consumed, out int written);
            position += written;
            consumedAll += consumed;
            switch (status)
            {
                case CopyStatus.DestinationTooSmall:
                    // The row that crosses the end of the batch is longer than usual: room for as much again.
                    batchLength = Math.Max(1, batchLength - written);
                    room = (int)Math.Min(rowRoom, rows.Length - consumedAll + (long)RowRoom);
                    continue;
                case CopyStatus.Fallback:
                    state = before;
                    return CopyStatus.Fallback;
                default:
                    offset = consumedAll;
                    // Every batch ends its last line: what follows may come in another way, or never.
                    if (writesLines && position > _output.RowStart) position = WriteText(position, "\n"u8);
                    _output.EndRow(position);
                    return status;
            }
        }
    }

    /// <summary>Moves over the comma behind a row; false where something else comes first.</summary>
    private static bool SkipComma(ReadOnlySpan<byte> rows, ref int offset)
    {
        int spaces = rows[offset..].IndexOfAnyExcept(" \t\r\n"u8);
        if (spaces < 0) return true;
        if (rows[offset + spaces] != (byte)',') return false;
        offset += spaces + 1;
        return true;
    }

    /// <summary>Rows that were copied as text are counted by their source.</summary>
    public void SetRowsWritten(long rows) => RowsWritten = rows;
}
