namespace RowJson;

// The columns of a database's rows, whose cells can be read one by one: so the serializer writes single cells, and one whose value cannot
// be written is replaced where the options want that.
internal abstract class DatabaseColumns<TRow> : SourceColumns<TRow>
{
    // Writes one cell; returns the position after it.
    protected abstract int WriteCell(ValueEncoder encoder, int position, ref readonly TRow row, int column);

    // Reads what the serializer is to write.
    protected abstract object? ReadCell(ref readonly TRow row, int column);

    // The strings of a column are JSON.
    protected abstract bool HoldsJson(int column);

    // The text of a value that cannot be written; null if it has none, or the options want none.
    protected abstract string? ReplacementOf(ValueEncoder encoder, ref readonly TRow row, int column);

    // Writes the cells of a row of which some may be replaced; current is the column under way.
    protected int WriteReplaceableCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current)
    {
        for (int i = 0; i < Count; i++)
        {
            current = i;
            position = WriteReplaceableCell(encoder, position, in row, i);
        }
        return position;
    }

    protected sealed override void WriteCellViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, ref readonly TRow row, int column)
    {
        EncodedName name = NameOf(column);
        try
        {
            encoder.Fallback.WriteDatabaseCell(writer, name, ReadCell(in row, column), HoldsJson(column));
            return;
        }
        catch (Exception exception) when (encoder.CanReplace(exception))
        {
        }
        encoder.Fallback.WriteReplacement(writer, name, ReplacementOf(encoder, in row, column));
    }

    private int WriteReplaceableCell(ValueEncoder encoder, int position, ref readonly TRow row, int column)
    {
        int offset = encoder.OffsetOf(position);
        try
        {
            return WriteCell(encoder, position, in row, column);
        }
        catch (Exception exception) when (encoder.CanReplace(exception))
        {
            position = encoder.DropCell(offset);
        }
        return encoder.WriteReplacement(position, NameOf(column), ReplacementOf(encoder, in row, column));
    }
}
