namespace RowJson;

// Columns that all rows have: for compact rows, which are arrays of their values, and where some are chosen by name.
internal sealed partial class RowEncoder
{
    private RowCompactor? _ownCompactor;

    // Makes arrays of rows; null where they are objects.
    private RowCompactor? _compactor;

    // Columns are chosen, and whether the rows have them is not known yet.
    private bool _checksColumns;

    // What columns there are matters, and is not known yet: a source that knows them says so.
    public bool NeedsColumns => _checksColumns || _compactor is { Columns: null };

    // The source knows its columns: refuses a column that is chosen and that is none of them.
    // names: their names before any policy; null if there may be others.
    public void RequireColumns(IEnumerable<string>? names)
    {
        if (!_checksColumns) return;
        _checksColumns = false;
        if (names is null || RowJson.ColumnNames.FindUnknown(_options, names) is not { } refusal) return;
        Stage = JsonRowStage.Value;
        NoteFailedColumn(refusal.Column);
        throw refusal;
    }

    // The columns of compact rows; null if they are not known, or there is nothing compact.
    public CompactColumns? Columns => _compactor?.Columns;

    // The names of the columns as an array of JSON; null if they are not written before the rows.
    public byte[]? ColumnNames =>
        _options.Framing != JsonRowFormat.Columns ? null : Columns?.ToUtf8Json() ?? "[]"u8.ToArray();

    // The source knows its columns, whose names are those in the output.
    public void SetColumns(IEnumerable<string> names) => _compactor?.SetColumns(names);

    public void SetColumns(IEnumerable<EncodedName> names)
    {
        EncodedName[] all = [.. names];
        RequireColumns(all.Select(name => name.Key));
        SetColumns(all.Where(name => !name.IsExcluded).Select(name => name.Name!));
    }

    public void SetColumns(IRowColumns columns) => _compactor?.SetColumns(RowCompactor.NamesOf(columns));

    // The columns may write the cells of a row, and EndColumnsRow ends it. False for those of compact rows that are not the columns of this
    // output: their names have to be written.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TakesColumns(IRowColumns columns) => _compactor is null || _compactor.Takes(columns);

    // Ends a row whose cells have been written by columns; where rows are compact, without names.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndColumnsRow(int position, int start)
    {
        if (_compactor is null) EndObjectRow(position, start);
        else EndValuesRow(position, start);
    }

    // Ends a row of values, each with a comma before it.
    private void EndValuesRow(int position, int start)
    {
        position = _output.Reserve(position, "[]"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'['; // no cells
        else _output.InRow(start, position) = (byte)'['; // over the first comma
        _output.At(position) = (byte)']';
        EndCompactRow(position + 1);
    }

    // Makes an array of the row under way; returns the position after it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Compact(int position, out bool isOrdered) => _compactor!.Compact(TextStart, position, out isOrdered);

    private void EndCompactRow(int position)
    {
        // The names come before the first row, with which they are known.
        if (RowsWritten == 0 && _envelope is not null && ColumnNames is { } names) position = Insert(0, position, _envelope.Open(names));
        _output.EndRow(WriteText(position, _frame.RowEnd));
        RowsWritten++;
    }

    // Writes a dictionary's row: its values alone, as long as it has the names of one that has been written with them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteCompactRow<TValue>(Dictionary<string, TValue> row)
    {
        if (_compactor!.Keys is not { } keys || keys.Length != row.Count || _asksAboutBasics)
        {
            WriteNamedRow(row);
            return;
        }
        int position = BeginObjectRow(out int start);
        int count = 0;
        Dictionary<string, TValue>.Enumerator cells = row.GetEnumerator();
        while (cells.MoveNext())
        {
            (string key, TValue value) = cells.Current;
            if (!ReferenceEquals(key, keys[count]) && key != keys[count])
            {
                WriteRest(position, start, count, cells);
                return;
            }
            position = _output.Reserve(position, 1 + ScalarRoom);
            _output.At(position++) = (byte)',';
            position = WriteTypedValue(position, value, key);
            count++;
        }
        EndValuesRow(position, start);
    }

    // Writes a dictionary's row with its names, of which an array is made then.
    private void WriteNamedRow<TValue>(Dictionary<string, TValue> row)
    {
        EndCompactRow(Compact(WriteTypedObject(BeginRow(), row), out bool isOrdered));
        if (isOrdered && row.Count == Columns!.Count) _compactor!.LearnKeys(row.Keys);
    }

    // Continues with names a row whose first values have been written without: inserts theirs, and asks for no value twice.
    // position: the position after the values.
    // start: where the first one's comma is, from the beginning of the row.
    // count: how many they are.
    // rest: is at the next cell.
    private void WriteRest<TValue>(int position, int start, int count, Dictionary<string, TValue>.Enumerator rest)
    {
        int first = _output.RowStart + start;
        ReadOnlySpan<byte> named = _compactor!.NameValues(_output.Buffer.AsSpan(first, position - first), count);
        position = WriteText(first, named);
        var cells = new ObjectState(this, _output.RowStart + start, ColumnKeys, NamePredictor.Root, RowDepth);
        do
        {
            (string key, TValue value) = rest.Current;
            position = WriteTypedCell(position, key, value, ref cells);
        }
        while (rest.MoveNext());
        EndCompactRow(Compact(EndObject(position, in cells), out _));
    }
}
