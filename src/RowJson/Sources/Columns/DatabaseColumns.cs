using System.Text.Json;

namespace RowJson;

/// <summary>
/// The columns of a database's rows, whose cells can be read one by one: so the serializer writes single cells, and one whose value cannot
/// be written is replaced where the options want that.
/// </summary>
internal abstract class DatabaseColumns<TRow> : SourceColumns<TRow>
{
    /// <summary>Writes one cell; returns the position after it.</summary>
    protected abstract int WriteCell(ValueEncoder encoder, int position, ref readonly TRow row, int column);

    /// <summary>Reads what the serializer is to write.</summary>
    protected abstract object? ReadCell(ref readonly TRow row, int column);

    /// <summary>The strings of a column are JSON.</summary>
    protected abstract bool HoldsJson(int column);

    /// <summary>The text of a value that cannot be written; null if it has none, or the options want none.</summary>
    protected abstract string? ReplacementOf(ValueEncoder encoder, ref readonly TRow row, int column);

    /// <summary>Writes the cells of a row of which some may be replaced; <paramref name="current"/> is the column under way.</summary>
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
