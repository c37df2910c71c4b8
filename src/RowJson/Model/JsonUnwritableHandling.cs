namespace RowJson;

/// <summary>What happens to the value of a cell that cannot be read or written.</summary>
public enum JsonUnwritableHandling
{
    /// <summary>The write ends with a <see cref="JsonRowException"/> that names row and column. The default.</summary>
    Throw = 0,

    /// <summary>The cell is <c>null</c>.</summary>
    Null = 1,

    /// <summary>
    /// The cell is the value's text in the invariant culture, as a string; <c>null</c> if the value has no text of its own, or cannot be
    /// read at all.
    /// </summary>
    Text = 2,
}
