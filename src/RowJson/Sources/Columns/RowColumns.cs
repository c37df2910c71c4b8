using System.Text.Json;

namespace RowJson;

/// <summary>The columns of rows, found once: begins a row, has its cells written, notes which column failed, and ends the row.</summary>
/// <typeparam name="TRow">What a cell is read from.</typeparam>
internal abstract class RowColumns<TRow>
{
    /// <summary>In the place of a column's index: what fails now is no column.</summary>
    protected const int NoColumn = -1;

    /// <summary>Writes a row without the serializer.</summary>
    public void WriteDirectly(RowEncoder encoder, ref readonly TRow row)
    {
        int position = encoder.BeginObjectRow(out int start);
        int current = 0;
        try
        {
            position = WriteCells(encoder, position, in row, ref current);
        }
        catch (Exception) when (current >= 0 && encoder.NoteFailedColumn(NameOf(current)))
        {
            throw;
        }
        encoder.EndObjectRow(position, start);
    }

    /// <summary>Writes the cells of a row; <paramref name="current"/> is the index of the column under way.</summary>
    /// <remarks>
    /// One virtual call a row. Not to be inlined: in the try block the compiler keeps what the filter reads in memory, loop and all.
    /// </remarks>
    protected abstract int WriteCells(RowEncoder encoder, int position, ref readonly TRow row, ref int current);

    /// <summary>The name of a column.</summary>
    protected abstract EncodedName NameOf(int column);
}

/// <summary>Columns of a source of which the serializer can write single cells. To add such a source, derive from this class.</summary>
internal abstract class SourceColumns<TRow> : RowColumns<TRow>
{
    /// <summary>How many columns are written.</summary>
    protected abstract int Count { get; }

    /// <summary>Writes a row: directly where the options allow that.</summary>
    public void Write(RowEncoder encoder, ref readonly TRow row)
    {
        if (encoder.WritesDirectly) WriteDirectly(encoder, in row);
        else WriteViaSerializer(encoder, in row);
    }

    /// <summary>Writes a row of which the serializer writes each cell.</summary>
    public void WriteViaSerializer(RowEncoder encoder, ref readonly TRow row)
    {
        Utf8JsonWriter writer = encoder.Fallback.BeginObjectRow();
        int current = 0;
        try
        {
            for (; current < Count; current++) WriteCellViaSerializer(encoder, writer, in row, current);
        }
        catch (Exception) when (encoder.NoteFailedColumn(NameOf(current)))
        {
            throw;
        }
        encoder.Fallback.EndObjectRow(writer);
    }

    /// <summary>Has the serializer write one cell.</summary>
    protected abstract void WriteCellViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, ref readonly TRow row, int column);
}
