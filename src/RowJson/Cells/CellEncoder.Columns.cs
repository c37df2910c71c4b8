using System.Runtime.CompilerServices;

namespace RowJson;

/// <content>Cells of columns: their names are found once per result, their values have a known type, and nothing is boxed.</content>
internal abstract partial class CellEncoder
{
    /// <summary>Cells that are null are left out.</summary>
    public bool OmitsNulls => _omitNulls;

    /// <summary>The encoded name of a column; one that no cache holds any more is the caller's own.</summary>
    public EncodedName NameColumn(string? key)
    {
        key ??= "";
        EncodedName name =
            ColumnPlan.Find(key) ?? new EncodedName(key, _cellContext.Columns.Rename(key), NamePredictor.Root, _escapes.Encoder);
        return _options.IsCompact ? name.WithoutText() : name;
    }

    /// <summary>Ends an object whose first cell, where there is one, begins at an offset from the row's beginning.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected int EndObject(int position, int start)
    {
        position = _output.Reserve(position, "{}"u8.Length);
        if (position == _output.RowStart + start) _output.At(position++) = (byte)'{'; // no cells
        else _output.InRow(start, position) = (byte)'{'; // over the first name's comma
        _output.At(position) = (byte)'}';
        return position + 1;
    }

    /// <summary>Writes a cell's name and leaves room for a scalar after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginCell(int position, EncodedName name) => WriteName(position, name);

    /// <summary>A cell that is null is left out. Nested objects keep theirs.</summary>
    private bool OmitsNullCell
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _omitNulls && _cellDepth == RowDepth + 1;
    }

    /// <summary>Writes a cell that is null; nothing where the options leave such cells out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int WriteNullCell(int position, EncodedName name)
    {
        if (OmitsNullCell) return position;
        Unsafe.WriteUnaligned(ref WriteName(ref position, name), NullText);
        return position + "null"u8.Length;
    }

    /// <summary>Remembers whose cell failed. As an exception filter: false, so that the stack is the failure's own.</summary>
    public bool NoteFailedColumn(EncodedName name)
    {
        Column = name.Key;
        return false;
    }

    /// <summary>Remembers whose cell failed in another encoder.</summary>
    public void NoteFailedColumn(string? column) => Column = column;
}
