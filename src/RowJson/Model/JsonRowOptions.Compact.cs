namespace RowJson;

/// <content>Options that concern the compact formats, whose rows are arrays.</content>
public sealed partial class JsonRowOptions
{
    /// <summary>
    /// In the compact formats, writes null for a column that a row does not have. Default: <see langword="false"/>, the write fails.
    /// </summary>
    /// <remarks>
    /// The columns are those of the first row, or those that the source declares. A column that only a later row has is a failure in either
    /// case.
    /// </remarks>
    public bool FillMissingColumns { get; init; }

    /// <summary>
    /// The name of the property that holds the names of the columns with <see cref="JsonRowFormat.CompactColumns"/>, before any naming
    /// policy. Default: <c>columns</c>.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string ColumnsPropertyName
    {
        get;
        init => field = value ?? throw new ArgumentNullException(nameof(ColumnsPropertyName));
    } = "columns";

    /// <summary>
    /// The name of the property that holds the rows with <see cref="JsonRowFormat.CompactColumns"/>, before any naming policy. Default:
    /// <c>rows</c>.
    /// </summary>
    /// <remarks>In an envelope, the envelope names it.</remarks>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public string RowsPropertyName
    {
        get;
        init => field = value ?? throw new ArgumentNullException(nameof(RowsPropertyName));
    } = "rows";

    // A row is written as an array of its values.
    internal bool IsCompact => Framing >= JsonRowFormat.CompactRows;

    // Cells of a row that are null are left out.
    internal bool LeavesOutNulls => OmitNulls && !IsCompact;
}
