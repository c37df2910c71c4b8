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
    public bool CopiesText => CopiesElements && !_omitNulls && _options.ColumnName is null;

    /// <summary>
    /// Copies rows from <paramref name="offset"/> of the text between the brackets of an array that is not empty on, until a piece is full
    /// (<see cref="CopyStatus.RowEnd"/>), the text ends (<see cref="CopyStatus.Done"/>), or something comes up that has to be
    /// written row by row (<see cref="CopyStatus.Invalid"/>, with offset and output at the end of the last piece).
    /// </summary>
    public CopyStatus CopyRows(ReadOnlySpan<byte> rows, ref int offset, ref CopyState state)
    {
        int position = _output.RowStart;
        if (offset == 0) position = WriteText(position, _frame.Open);
        int pieceLength = _options.FlushThreshold;
        CopyState before = state;
        int consumedAll = offset;
        // A piece and some room for the row that crosses its end, or all there is.
        int room = Math.Min(pieceLength, rows.Length - offset) + RowRoom;
        while (true)
        {
            position = _output.Reserve(position, room);
            var limits = new CopyLimits(pieceLength, _style.MaxDepth - RowDepth, _frame.SourceSeparator);
            Span<byte> destination = _output.Buffer.AsSpan(position, _output.Limit - position);
            CopyStatus status = _context.Copier.Copy(rows[consumedAll..], destination, ref state, limits, out int consumed, out int written);
            position += written;
            consumedAll += consumed;
            switch (status)
            {
                case CopyStatus.DestinationTooSmall:
                    // The row that crosses the end of the piece is longer than usual: room for as much again.
                    pieceLength = Math.Max(1, pieceLength - written);
                    room = RowRoom;
                    continue;
                case CopyStatus.Invalid:
                    state = before;
                    return CopyStatus.Invalid;
                default:
                    offset = consumedAll;
                    if (_frame.SourceSeparator == RowSeparator.Lines) status = EndLine(rows, ref position, ref offset, status);
                    _output.EndRow(position);
                    return status;
            }
        }
    }

    /// <summary>
    /// Every line ends before its piece leaves, so the comma behind it must not become a line break in the next piece.
    /// A comment in between is left to the way row by row.
    /// </summary>
    private CopyStatus EndLine(ReadOnlySpan<byte> rows, ref int position, ref int offset, CopyStatus status)
    {
        position = WriteText(position, "\n"u8);
        ReadOnlySpan<byte> rest = rows[offset..].TrimStart(" \t\r\n"u8);
        if (rest.IsEmpty) return status;
        if (rest[0] != ',') return CopyStatus.Invalid;
        offset = rows.Length - rest.Length + 1;
        return status;
    }

    /// <summary>Rows that were copied as text are counted by their source.</summary>
    public void SetRowsWritten(long rows) => RowsWritten = rows;
}
