namespace RowJson;

/// <summary>How members of objects are read. Cells of readers are read by compiled code or, where this says otherwise, by a loop.</summary>
internal enum ObjectAccess
{
    /// <summary>By compiled code if supported, otherwise by delegates; the first rows by the serializer.</summary>
    Automatic,

    /// <summary>By the serializer.</summary>
    Serializer,

    /// <summary>By delegates, from the first row on.</summary>
    Delegates,

    /// <summary>By compiled code, from the first row on.</summary>
    Compiled,
}
