namespace RowJson;

/// <summary>Receives the values of one row from a <see cref="DbRowReader"/>, one for each column.</summary>
/// <remarks>It is valid during the call of <see cref="DbRowReader.WriteCells"/> that it is given to, on the thread of that call.</remarks>
public abstract class DbCellWriter
{
    private protected DbCellWriter()
    {
    }

    /// <summary>Moves to the next cell, which then takes one value.</summary>
    /// <param name="ordinal">
    /// The column's number in the reader, from 0; -1 if all cells are written. Columns that are not written or not read here are left out.
    /// </param>
    /// <returns><see langword="false"/> if all cells are written.</returns>
    /// <exception cref="InvalidOperationException">The current cell has no value yet, or the call that it was for is over.</exception>
    public abstract bool MoveNext(out int ordinal);

    /// <summary>Writes null, or leaves the cell out if <see cref="JsonRowOptions.OmitNulls"/> is set.</summary>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract void WriteNull();

    /// <summary>Writes an integer.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract void WriteNumber(long value);

    /// <summary>Writes a number. <see cref="JsonRowOptions.NonFiniteHandling"/> applies.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentException">The options have no form for NaN or an infinity.</exception>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract void WriteNumber(double value);

    /// <summary>Writes text in UTF-8 as a string, or as JSON if the column holds JSON.</summary>
    /// <param name="utf8">The text, without quotes or escapes.</param>
    /// <returns><see langword="false"/>, with nothing written if it is not UTF-8 or the column holds bytes: the cell still waits.</returns>
    /// <exception cref="JsonException">The column holds JSON, and the text is not JSON.</exception>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract bool TryWriteText(ReadOnlySpan<byte> utf8);

    /// <summary>Writes an array of texts in UTF-8.</summary>
    /// <param name="utf8">The texts of all elements, one after another, without quotes or escapes.</param>
    /// <param name="lengths">The length of each element in bytes, with the last dimension varying fastest; -1 for null.</param>
    /// <param name="dimensions">The number of elements in each dimension, from the outermost; at least one dimension.</param>
    /// <returns>
    /// <see langword="false"/>, with nothing written, if a text is not valid UTF-8, or the column does not hold arrays of strings, or a
    /// converter or resolver of the options may affect them: the cell still waits.
    /// </returns>
    /// <exception cref="ArgumentException">
    /// The lengths add up to more than <paramref name="utf8"/>, or the dimensions do not match the number of elements.
    /// </exception>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract bool TryWriteTextArray(ReadOnlySpan<byte> utf8, ReadOnlySpan<int> lengths, ReadOnlySpan<int> dimensions);

    /// <summary>Writes bytes as a string in Base64.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract void WriteBase64(ReadOnlySpan<byte> bytes);

    /// <summary>Writes the value that the reader's getter returns, as without a <see cref="DbRowReader"/>.</summary>
    /// <exception cref="InvalidOperationException">There is no current cell, or the cell has already been written.</exception>
    public abstract void WriteFromReader();
}
