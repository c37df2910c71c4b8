namespace RowJson;

/// <summary>What a source's rows are in the output.</summary>
internal enum RowRoot
{
    /// <summary>As the elements of an array, or as lines.</summary>
    Rows,

    /// <summary>The source is one value, which is no array of rows.</summary>
    SingleValue,
}
