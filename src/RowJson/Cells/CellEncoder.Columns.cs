namespace RowJson;

// Cells of columns: names are found once per result, values have a known type, and nothing is boxed.
internal abstract partial class CellEncoder
{
    // The encoded name of a column, the caller's own if no cache holds it. A filter sees more than the name, which is all a cache knows.
    public EncodedName NameColumn(JsonColumn column)
    {
        string key = column.Name;
        EncodedName name = (_options.ColumnFilter is null ? ColumnLookup.Find(key) : null) ?? new EncodedName(
            key, RowJson.ColumnNames.NameOf(column, _options, _options.ColumnNamingPolicy), NamePredictor.Root, _escapes.Encoder);
        return _options.IsCompact ? name.WithoutText() : name;
    }

    // Ends an object whose first cell, if any, begins at the offset start from the row's beginning.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int EndObject(int position, int start)
    {
        position = _output.Reserve(position, "{}"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'{'; // no cells
        else _output.InRow(start, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    // Nested objects keep their nulls.
    private bool OmitsNullCell
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => OmitsNulls && _cellDepth == RowDepth + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNullCell(int position, EncodedName name)
    {
        if (OmitsNullCell) return position;
        Unsafe.WriteUnaligned(ref WriteName(ref position, name), NullText);
        return position + "null"u8.Length;
    }

    // Remembers the column whose cell failed. As an exception filter it returns false, so that the stack is that of the failure.
    public bool NoteFailedColumn(EncodedName name)
    {
        Column = name.Key;
        return false;
    }
}
