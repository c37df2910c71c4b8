namespace RowJson;

// The values under way, from the outermost inwards, as many as MaxDepth allows: with ReferenceHandler.IgnoreCycles of System.Text.Json, a
// value that contains itself is written as null.
internal struct AncestorStack()
{
    private object?[] _values = [];
    private int _count;

    // How many of these values the rows lie in.
    private int _outerCount;

    // Begins a row: only the values that it lies in are under way, whatever became of the row before.
    public void BeginRow()
    {
        while (_count > _outerCount) Pop();
    }

    public void Push(object value)
    {
        if (_count == _values.Length) Array.Resize(ref _values, Math.Max(8, 2 * _count));
        _values[_count++] = value;
    }

    public void Pop() => _values[--_count] = null;

    // Notes a value that rows lie in.
    public void PushOuter(object value)
    {
        BeginRow();
        Push(value);
        _outerCount = _count;
    }

    // The value that was noted last is complete.
    public void PopOuter()
    {
        _outerCount--;
        BeginRow();
    }

    public void Clear()
    {
        _outerCount = 0;
        BeginRow();
    }

    // The value is under way. A set would not be faster: few values are, and the innermost are the likeliest.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool Contains(object value)
    {
        for (int i = _count - 1; i >= 0; i--)
            if (ReferenceEquals(_values[i], value)) return true;
        return false;
    }
}
