namespace RowJson;

// Cells of columns: their names are found once per result, their values have a known type, and nothing is boxed.
internal abstract partial class CellEncoder
{
    // Cells that are null are left out.
    public bool OmitsNulls => _omitNulls;

    // The encoded name of a column; one that no cache holds any more is the caller's own.
    public EncodedName NameColumn(string? key)
    {
        key ??= "";
        EncodedName name =
            ColumnPlan.Find(key) ?? new EncodedName(key, _cellContext.Columns.Rename(key), NamePredictor.Root, _escapes.Encoder);
        return _options.IsCompact ? name.WithoutText() : name;
    }

    // Ends an object whose first cell, where there is one, begins at an offset from the row's beginning.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int EndObject(int position, int start)
    {
        position = _output.Reserve(position, "{}"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'{'; // no cells
        else _output.InRow(start, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    // Writes a cell's name and leaves room for a scalar after it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name) => WriteName(position, name);

    // A cell that is null is left out. Nested objects keep theirs.
    private bool OmitsNullCell
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _omitNulls && _cellDepth == RowDepth + 1;
    }

    // Writes a cell that is null; nothing where the options leave such cells out.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNullCell(int position, EncodedName name)
    {
        if (OmitsNullCell) return position;
        Unsafe.WriteUnaligned(ref WriteName(ref position, name), NullText);
        return position + "null"u8.Length;
    }

    // Remembers whose cell failed. As an exception filter: false, so that the stack is the failure's own.
    public bool NoteFailedColumn(EncodedName name)
    {
        Column = name.Key;
        return false;
    }

    // Remembers whose cell failed in another encoder.
    public void NoteFailedColumn(string? column) => Column = column;
}
