namespace RowJson;

// Rows that are dictionaries or pairs.
internal sealed partial class RowEncoder
{
    private void WriteRow(Dictionary<string, object?> row)
    {
        if (ReplacesCells) WriteReplaceable(row);
        else if (_compact is not null) _compact.Write(row);
        else EndRow(WriteObject(BeginRow(), row, ColumnKeys, NamePredictor.Root, RowDepth));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRow(KeyValuePair<string, object?>[] row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        foreach (ref readonly KeyValuePair<string, object?> cell in row.AsSpan())
            position = WriteCell(position, cell.Key, cell.Value, ref cells, RowDepth);
        EndRow(EndObject(position, in cells));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRow(List<KeyValuePair<string, object?>> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        // Not a span of the pairs: a value may change the list.
        for (int i = 0; i < row.Count; i++)
        {
            KeyValuePair<string, object?> cell = row[i];
            position = WriteCell(position, cell.Key, cell.Value, ref cells, RowDepth);
        }
        EndRow(EndObject(position, in cells));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRow(IEnumerable<KeyValuePair<string, object?>> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        foreach ((string key, object? value) in row) position = WriteCell(position, key, value, ref cells, RowDepth);
        EndRow(EndObject(position, in cells));
    }

    private void WriteRow<TValue>(Dictionary<string, TValue> row)
    {
        if (ReplacesCells) WriteReplaceable(row);
        else if (_compact is not null) _compact.Write(row);
        // Reference types share generic code, which would look up its type for each cell: strings have their own loop.
        else if (!typeof(TValue).IsValueType && row.GetType() == typeof(Dictionary<string, string?>))
            EndRow(WriteObject(BeginRow(), Unsafe.As<Dictionary<string, string?>>(row)));
        else EndRow(WriteTypedObject(BeginRow(), row));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteRow<TValue>(IEnumerable<KeyValuePair<string, TValue>> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        foreach ((string key, TValue value) in row)
            position = ReplacesCells
                ? WriteReplaceableCell(position, key, value, ref cells)
                : WriteTypedCell(position, key, value, ref cells);
        EndRow(EndObject(position, in cells));
    }

    // Pairs that the serializer would not see as one object, or of which cells are chosen: it writes each value. The bytes are those of a
    // dictionary with the same cells. handling: the number handling of the row's type; null if the options' handling applies.
    public void WriteSerializedCells<TValue>(
        IEnumerable<KeyValuePair<string, TValue>> row, NameLookup names, JsonNumberHandling? handling = null)
    {
        CheckRowDepth();
        CheckNesting(0, RowDepth);
        int position = BeginObjectRow(out int start);
        foreach ((string key, TValue value) in row)
        {
            if (OmitsNulls && value is null or DBNull) continue;
            int offset = OffsetOf(position);
            int after = WriteColumnName(position, key, names);
            if (after < 0) continue;
            Column = key;
            try
            {
                position = WriteSerialized(after, value, handling, isNode: row is JsonObject);
            }
            catch (Exception exception) when (CanReplace(exception))
            {
                position = DropCell(offset);
                Column = key;
                // The name is written again.
                if (ReplacementOf(value) is { } text) position = WriteSerialized(WriteColumnName(position, key, names), text);
                else if (!OmitsNulls) position = WriteNull(WriteColumnName(position, key, names));
                ReplacedCells++;
            }
            Column = null;
        }
        EndObjectRow(position, start);
    }

    private void WriteReplaceable<TValue>(Dictionary<string, TValue> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        foreach ((string key, TValue value) in row) position = WriteReplaceableCell(position, key, value, ref cells);
        EndRow(EndObject(position, in cells));
    }

    private int WriteReplaceableCell<TValue>(int position, string key, TValue value, ref ObjectState cells)
    {
        int offset = OffsetOf(position);
        ObjectState before = cells;
        try
        {
            return WriteEntry(position, key, value, ref cells);
        }
        catch (Exception exception) when (CanReplace(exception))
        {
            position = DropCell(offset);
        }
        // The name is written again. If it was the name that failed, it fails here as well, outside the try block.
        cells = before;
        position = WriteCell(position, key, ReplacementOf(value), ref cells, RowDepth);
        ReplacedCells++;
        return position;
    }
}
