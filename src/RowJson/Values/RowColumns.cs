namespace RowJson;

// The columns of rows, found once.
internal abstract class RowColumns
{
    public abstract int Count { get; }

    public abstract EncodedName NameOf(int column);

    // Instead of the index of a column: a failure now is not that of a column.
    public const int NoColumn = -1;
}

// TRow: what a cell is read from.
internal abstract class RowColumns<TRow> : RowColumns
{
    // Writes the cells of a row, and notes the column that fails; returns the position after them.
    public int Write(ValueEncoder encoder, int position, ref readonly TRow row)
    {
        int current = 0;
        try
        {
            return WriteCells(encoder, position, in row, ref current);
        }
        catch (Exception) when (current >= 0 && encoder.NoteFailedColumn(NameOf(current)))
        {
            throw;
        }
    }

    // Writes the cells of a row; current is the index of the column under way.
    // One virtual call a row. Not to be inlined: in the try block the compiler keeps what the filter reads in memory, loop and all.
    public abstract int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current);
}
