namespace RowJson;

/// <content>Rows of a document as text.</content>
internal sealed partial class RowEncoder
{
    /// <summary>
    /// The rows' text may be copied: nothing in the options needs their names or values one by one.
    /// </summary>
    public bool CopiesText => WritesDirectly && !_omitNulls && _options.ColumnName is null;

    /// <summary>
    /// Copies rows from <paramref name="offset"/> of the text between an array's brackets on, until a piece is full
    /// (<see cref="CopyStatus.RowEnd"/>), the text ends (<see cref="CopyStatus.Done"/>), or something comes up that has to be
    /// written row by row (<see cref="CopyStatus.Invalid"/>, with offset and output at the end of the last piece).
    /// </summary>
    public CopyStatus CopyRows(ReadOnlySpan<byte> rows, ref int offset, ref CopyState state)
    {
        int position = _output.RowStart;
        if (offset == 0 && rows.Length > 0) position = WriteText(position, _frame.Open);
        var limits = new CopyLimits
        {
            PieceLength = _options.FlushThreshold,
            MaxDepth = _traits.MaxDepth - RowDepth,
            Separator = _frame.Separator,
        };
        CopyState before = state;
        int consumedAll = offset;
        int room = (int)Math.Min((long)_options.FlushThreshold + JsonTextCopier.MinDestination, (long)rows.Length - offset + JsonTextCopier.MinDestination);
        while (true)
        {
            position = _output.Reserve(position, room);
            Span<byte> destination = _output.Buffer.AsSpan(position, _output.Limit - position);
            CopyStatus status = _context.Copier.Copy(rows[consumedAll..], destination, ref state, limits, out int consumed, out int written);
            position += written;
            consumedAll += consumed;
            switch (status)
            {
                case CopyStatus.DestinationTooSmall:
                    room = JsonTextCopier.MinDestination;
                    limits.PieceLength = Math.Max(1, limits.PieceLength - written);
                    continue;
                case CopyStatus.Invalid:
                    state = before;
                    return CopyStatus.Invalid;
                default:
                    offset = consumedAll;
                    _output.EndRow(position);
                    return status;
            }
        }
    }

    /// <summary>Rows that were copied as text are counted by their source.</summary>
    public void SetRowsWritten(long rows) => RowsWritten = rows;
}
