namespace RowJson;

/// <summary>How members of objects are read. Cells of readers are read by compiled code or, where this says otherwise, by a loop.</summary>
internal enum ObjectAccess
{
    /// <summary>By compiled code where that is supported, else by delegates; by the serializer for the first rows.</summary>
    Automatic,

    /// <summary>By the serializer.</summary>
    Serializer,

    /// <summary>By delegates, from the first row on.</summary>
    Delegates,

    /// <summary>By compiled code, from the first row on.</summary>
    Compiled,
}
