namespace RowJson;

// Rows whose text a RowFormat changes once they are complete, and columns that are chosen by name.
internal sealed partial class RowEncoder
{
    private RowFormat? _ownFormat;
    private IndentFormat? _indentFormat;

    // Null if rows leave as they are written.
    private RowFormat? _format;

    // The format, if rows are compact.
    private CompactFormat? _compact;

    // Columns are chosen, and whether the rows have them is not known yet.
    private bool _checksColumns;

    private void SetUpFormat()
    {
        if (Fallback.StyleIsNew) _indentFormat = null;
        if (Indents) _format = _indentFormat ??= new IndentFormat(this, _output, Fallback.Style);
        else _format = _ownFormat ??=
            _options.IsCompact ? new CompactFormat(_escapes, this, _output)
            : _options.RowPrefix is { } prefix ? new PrefixFormat(prefix, this, _output)
            : null;
        _compact = _format as CompactFormat;
        Fallback.Parts = Indents ? _indentFormat!.Parts : null;
    }

    // The columns matter, and are not known yet: a source that knows them has to name them.
    public bool NeedsColumns => _checksColumns || _compact is { Columns: null };

    // The source knows its columns: refuses a chosen column that is not one of them. columns: null if there may be others.
    public void RequireColumns(IEnumerable<JsonColumn>? columns)
    {
        if (!_checksColumns) return;
        _checksColumns = false;
        if (columns is null || RowJson.ColumnNames.FindUnknown(_options, columns) is not { } refusal) return;
        Stage = JsonRowStage.Value;
        Column = refusal.Column;
        throw refusal;
    }

    // The names of the columns as an array of JSON; null if they are not written before the rows.
    public byte[]? ColumnNames =>
        _options.Framing != JsonRowFormat.CompactColumns ? null : _compact?.Columns?.ToUtf8Json() ?? "[]"u8.ToArray();

    // The source knows its columns, whose names are those in the output.
    public void SetColumns(IEnumerable<string> names) => _compact?.SetColumns([.. names]);

    // The source knows its columns, as it describes them itself.
    public void DescribeColumns(JsonColumn[] columns)
    {
        RequireColumns(columns);
        SetColumns(columns.Select(NameColumn).Where(name => !name.IsExcluded).Select(name => name.Name!));
    }

    public void SetColumns(RowColumns columns) => _compact?.SetColumns(CompactHeader.NamesOf(columns));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndRowOfFormat(int position) => EndText(_format!.End(position));

    // Where the row under way begins, after what is before it.
    public int TextStart => _output.RowStart + (RowsWritten == _frameStart ? _beginLength : _frame.Separator.Length);

    // Ends a row whose text is final.
    public void EndText(int position)
    {
        // The names of columns come before the first row, from which they become known.
        if (RowsWritten == 0 && _envelope is not null && ColumnNames is { } names) position = Insert(0, position, _envelope.Open(names));
        _output.EndRow(WriteText(position, _frame.RowEnd));
        RowsWritten++;
    }

    // Inserts text at an offset from the beginning of the row; returns the position after the row.
    public int Insert(int offset, int position, ReadOnlySpan<byte> text)
    {
        position = _output.Reserve(position, text.Length);
        int start = _output.RowStart + offset;
        _output.Buffer.AsSpan(start, position - start).CopyTo(_output.Buffer.AsSpan(start + text.Length));
        text.CopyTo(_output.Buffer.AsSpan(start));
        return position + text.Length;
    }
}
