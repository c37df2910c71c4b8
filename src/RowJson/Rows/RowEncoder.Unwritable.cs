namespace RowJson;

// Rows that are dictionaries or pairs, where a cell whose value cannot be written is replaced.
internal sealed partial class RowEncoder
{
    // Counts a cell that the serializer could not write.
    public void CountReplacedCell() => ReplacedCells++;

    private void WriteReplaceable<TValue>(Dictionary<string, TValue> row)
    {
        int position = BeginRow();
        var cells = new ObjectState(this, position, ColumnKeys, NamePredictor.Root, RowDepth);
        foreach ((string key, TValue value) in row) position = WriteReplaceableCell(position, key, value, ref cells);
        EndRow(EndObject(position, in cells));
    }

    private void WriteReplaceable<TValue>(IEnumerable<KeyValuePair<string, TValue>> row)
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
            return typeof(TValue) == typeof(object)
                ? WriteCell(position, key, (object?)value, ref cells, RowDepth)
                : WriteTypedCell(position, key, value, ref cells);
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
