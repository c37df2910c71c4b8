namespace RowJson;

/// <summary>The names of the columns of rows.</summary>
internal interface IRowColumns
{
    /// <summary>How many columns are written.</summary>
    int Count { get; }

    /// <summary>The name of a column.</summary>
    EncodedName NameOf(int column);
}

/// <summary>The columns of rows, found once.</summary>
/// <typeparam name="TRow">What a cell is read from.</typeparam>
internal abstract class RowColumns<TRow>
{
    /// <summary>In the place of a column's index: what fails now is not a column.</summary>
    protected const int NoColumn = -1;

    /// <summary>Writes the cells of a row, and notes the column that fails; returns the position after them.</summary>
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

    /// <summary>Writes the cells of a row; <paramref name="current"/> is the index of the column under way.</summary>
    /// <remarks>
    /// One virtual call a row. Not to be inlined: in the try block the compiler keeps what the filter reads in memory, loop and all.
    /// </remarks>
    protected abstract int WriteCells(ValueEncoder encoder, int position, ref readonly TRow row, ref int current);

    /// <summary>The name of a column.</summary>
    protected abstract EncodedName NameOf(int column);
}
