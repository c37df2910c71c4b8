using System.Text.Json;

namespace RowJson;

/// <summary>Columns of a source of which the serializer can write single cells. To add such a source, derive from this class.</summary>
internal abstract class SourceColumns<TRow> : RowColumns<TRow>, IRowColumns
{
    /// <summary>How many columns are written.</summary>
    protected abstract int Count { get; }

    int IRowColumns.Count => Count;

    EncodedName IRowColumns.NameOf(int column) => NameOf(column);

    /// <summary>Writes a row: directly where the options allow that.</summary>
    public void Write(RowEncoder encoder, ref readonly TRow row)
    {
        if (encoder.WritesDirectly && encoder.TakesColumns(this))
            encoder.EndColumnsRow(Write(encoder, encoder.BeginObjectRow(out int start), in row), start);
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
