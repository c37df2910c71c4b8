namespace RowJson;

// Rows of a document as text.
internal sealed partial class RowEncoder
{
    private (int Offset, CopyState State) _copied;

    // The bytes of a document's text that have been read, up to the end of the last batch.
    public int TextRead => _copied.Offset;

    // No option needs names or values one by one.
    public bool CopiesText => !ChangesProperties && _frame.CopiesText && _format is null;

    // Copies rows of the text between the brackets of an array that is not empty, from TextRead on, until a batch is full
    // (CopyStatus.RowEnd), the text ends (CopyStatus.Done), or something comes up that has to be written row by row (CopyStatus.Fallback,
    // with text and output at the end of the last batch).
    // rows: everything between the array's brackets.
    // count: the number of rows. It tells the average length of a row, which a batch needs as room beyond its own length. Too small a guess
    // costs copies of the row that crosses a batch's end.
    public CopyStatus CopyRows(ReadOnlySpan<byte> rows, int count)
    {
        int offset = _copied.Offset;
        CopyState state = _copied.State;
        // If the frame ends its rows, or begins anew with each batch, it writes the text between batches.
        if (_frame.RowEnd.Length > 0 || _frame.Resume is not null) state.HoldsComma = false;
        int copyRoom = _options.Sizes.CopyRoom;
        long rowRoom = copyRoom;
        // All that is left fits in a batch: the division would take longer than copying some rows.
        if (rows.Length - offset > _batchLength) rowRoom += 2L * (rows.Length / count);
        byte[] begin = offset == 0 ? OpenText : _frame.Resume ?? [];
        long most = Math.Min(rows.Length - offset + (long)copyRoom, Array.MaxLength - begin.Length);
        int room = (int)Math.Min(_batchLength + rowRoom, most);
        int position = WriteFrame(_output.Reserve(_output.RowStart, room + begin.Length), begin);
        int batchLength = _batchLength;
        int copied = 0;
        while (true)
        {
            position = _output.Reserve(position, room);
            var limits = new CopyLimits(batchLength, _maxWriterDepth - RowDepth, _frame.SourceSeparator);
            Span<byte> destination = _output.Buffer.AsSpan(position, _output.Limit - position);
            CopyStatus status = Context.Copier.Copy(rows[offset..], destination, ref state, limits, out int consumed, out int written);
            position += written;
            copied += written;
            offset += consumed;
            if (status == CopyStatus.Fallback) return status;
            if (status == CopyStatus.DestinationTooSmall)
            {
                // The row that crosses the end of the batch is longer than usual: room for as much again.
                batchLength = Math.Max(1, batchLength - written);
                room = (int)Math.Min(rowRoom, rows.Length - offset + (long)copyRoom);
                continue;
            }
            _copied = (offset, state);
            // The copier writes the text between rows, but what follows the last row of a batch may differ or never come. The text may end
            // with the last row of the batch before: then no row follows the text that begins a batch.
            if (copied > 0) _output.EndRow(WriteText(position, _frame.RowEnd));
            return status;
        }
    }

    // Rows that were copied as text are counted by their source.
    public void SetRowsWritten(long rows)
    {
        RowsWritten = rows;
        if (_frame.Resume is not null) _frameStart = rows;
    }
}
