namespace RowJson;

// Values in parts: the text of a value may leave before the value is complete.
internal sealed partial class RowEncoder
{
    // The rows before the list under way.
    private long _listStart;

    // The rows of the list under way that have been written.
    public int RowsOfList => (int)(RowsWritten - _listStart);

    // Where the next text of the value under way goes.
    public int PartEnd => _output.RowStart;

    // The text may leave before any comma of the value; false: only between rows, because the receiver writes commas before parts.
    public bool CutsAnywhere => _frame.Resume is null;

    // The receiver accepts nothing before the value is complete.
    public void HoldParts() => _batchLength = int.MaxValue;

    // The text up to a position may leave.
    public void EndPart(int position) => _output.EndRow(_format is IndentFormat indent ? indent.EndPart(position, _cellDepth) : position);

    // Writes the bracket that ends a value at a depth.
    public void WriteEnd(byte bracket, int depth, bool isEmpty)
    {
        if (_format is IndentFormat indent && !isEmpty) _output.EndRow(indent.WriteLine(PartEnd, depth, room: 0));
        WriteStructure(bracket);
    }

    public void WriteStructure(byte text) => _output.EndRow(WriteBracket(_output.RowStart, text));

    // Begins a list at a depth: rows follow, as those of an output do.
    public void BeginRows(int depth)
    {
        WriteStructure((byte)'[');
        RowFrame frame = CutsAnywhere ? RowFrame.Elements : _frame;
        if (!ReferenceEquals(frame, _frame) || RowDepth != depth + 1) SetUp(frame, depth + 1);
        _cellDepth = RowDepth + 1;
        _lastRowType = null;
        _frameStart = _listStart = RowsWritten;
    }

    // Ends such a list.
    public void EndRows() => WriteEnd((byte)']', RowDepth - 1, isEmpty: RowsWritten == _listStart);

    // Goes on with the members of an object at a depth.
    public void EnterMembers(int depth) => _cellDepth = depth + 1;

    // Writes the bracket that opens a value over the comma before its first item, which begins at PartEnd.
    public void OpenPart(byte bracket, int position) => _output.InRow(0, position) = bracket;

    // Writes a comma, with room for a scalar after it; returns the position after the comma.
    public int WriteComma()
    {
        int position = _output.Reserve(PartEnd, 1 + ScalarRoom);
        _output.At(position) = (byte)',';
        return position + 1;
    }

    // Writes the name of an entry of a dictionary, after a comma; returns the position after the colon.
    public int WriteEntryName(string? key) => WriteColumnName(PartEnd, key, Keys);
}
