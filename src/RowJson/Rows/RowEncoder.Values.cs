namespace RowJson;

// Rows that are lists or dictionaries.
internal sealed partial class RowEncoder
{
    // Writes a row that is a list or a dictionary.
    public void WriteValueRow<T>(T row, ValueWriter<T> writer)
    {
        CheckRowDepth();
        if (_traits.IgnoresCycles) BeginAncestors();
        int position = _output.Reserve(BeginRow(), ScalarRoom);
        // The row itself lies where its cells would be one level deeper.
        _cellDepth = RowDepth;
        position = writer.Write(this, position, row);
        _cellDepth = RowDepth + 1;
        EndRow(position);
    }
}
