namespace RowJson;

// The columns of rows, found once.
internal abstract class RowColumns
{
    public abstract int Count { get; }

    public abstract EncodedName NameOf(int column);
}

// TRow: what a cell is read from.
internal abstract class RowColumns<TRow> : RowColumns
{
    // In the place of a column's index: what fails now is not a column.
    protected const int NoColumn = -1;

    // Writes the cells of a row, and notes the column that fails; returns the position after them.
    public virtual int Write(ValueEncoder encoder, int position, ref readonly TRow row)
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
    protected abstract int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current);
}
