namespace RowJson;

// The values under way, from the outermost inwards: with System.Text.Json.Serialization.ReferenceHandler.IgnoreCycles one that contains
// itself is null there. As many as MaxDepth allows.
internal abstract partial class ValueEncoder
{
    private object?[] _ancestors = [];
    private int _ancestorCount;

    // Of these values, the ones that the rows lie in.
    private int _outerCount;

    // Begins a row: only what it lies in is under way, whatever became of the row before.
    public void BeginAncestors()
    {
        if (_ancestorCount == _outerCount) return;
        _ancestors.AsSpan(_outerCount, _ancestorCount - _outerCount).Clear();
        _ancestorCount = _outerCount;
    }

    public void PushAncestor(object value)
    {
        if (_ancestorCount == _ancestors.Length) Array.Resize(ref _ancestors, Math.Max(8, 2 * _ancestorCount));
        _ancestors[_ancestorCount++] = value;
    }

    public void PopAncestor() => _ancestors[--_ancestorCount] = null;

    // Notes a value that rows lie in.
    public void PushOuter(object value)
    {
        if (!_traits.IgnoresCycles) return;
        BeginAncestors();
        PushAncestor(value);
        _outerCount = _ancestorCount;
    }

    // The value noted last that rows lie in is complete.
    public void PopOuter()
    {
        if (!_traits.IgnoresCycles) return;
        _outerCount--;
        BeginAncestors();
    }

    // Forgets all of them.
    protected void ClearAncestors()
    {
        _outerCount = 0;
        BeginAncestors();
    }

    // The value is under way. Few are, and the innermost are the likeliest: no set would be faster.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAncestor(object value)
    {
        for (int i = _ancestorCount - 1; i >= 0; i--)
            if (ReferenceEquals(_ancestors[i], value)) return true;
        return false;
    }
}
