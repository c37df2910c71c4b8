namespace RowJson;

// The values under way, from the row inwards: with System.Text.Json.Serialization.ReferenceHandler.IgnoreCycles one that contains itself is
// null there. As many as MaxDepth allows.
internal abstract partial class ValueEncoder
{
    private object? _rowList;
    private object?[] _ancestors = [];
    private int _ancestorCount;

    // The list that the rows lie in; null where it is not known, or there is none.
    public object? RowList
    {
        set => _rowList = value;
    }

    // Nothing is under way, whatever became of the row before.
    public void BeginAncestors()
    {
        if (_ancestorCount == 0) return;
        _ancestors.AsSpan(0, _ancestorCount).Clear();
        _ancestorCount = 0;
    }

    public void PushAncestor(object value)
    {
        if (_ancestorCount == _ancestors.Length) Array.Resize(ref _ancestors, Math.Max(8, 2 * _ancestorCount));
        _ancestors[_ancestorCount++] = value;
    }

    public void PopAncestor() => _ancestors[--_ancestorCount] = null;

    // The value is under way. Few are, and the innermost are the likeliest: no set would be faster.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAncestor(object value)
    {
        for (int i = _ancestorCount - 1; i >= 0; i--)
            if (ReferenceEquals(_ancestors[i], value)) return true;
        return ReferenceEquals(_rowList, value);
    }
}
