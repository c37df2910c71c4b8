namespace RowJson;

// Columns of a source of which the serializer can write single cells. To add such a source, derive from this class.
internal abstract class SourceColumns<TRow> : RowColumns<TRow>
{
    // Writes a row: directly where the options allow that.
    public void Write(RowEncoder encoder, ref readonly TRow row)
    {
        if (encoder.WritesDirectly && encoder.TakesColumns(this))
            encoder.EndColumnsRow(Write(encoder, encoder.BeginObjectRow(out int start), in row), start);
        else WriteViaSerializer(encoder, in row);
    }

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

    protected abstract void WriteCellViaSerializer(RowEncoder encoder, Utf8JsonWriter writer, ref readonly TRow row, int column);
}
