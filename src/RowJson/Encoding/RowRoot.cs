namespace RowJson;

/// <summary>How a source's rows stand in the output.</summary>
internal enum RowRoot
{
    /// <summary>As the elements of an array, or as lines.</summary>
    Rows,

    /// <summary>The source is one value, which is no array of rows.</summary>
    SingleValue,
}
