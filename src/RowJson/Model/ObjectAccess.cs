namespace RowJson;

// How members of objects are read. Cells of readers are read by compiled code or, where this says otherwise, by a loop.
internal enum ObjectAccess
{
    // By compiled code if supported, otherwise by delegates; the first rows by the serializer.
    Automatic,

    // By the serializer.
    Serializer,

    // By delegates, from the first row on.
    Delegates,

    // By compiled code, from the first row on.
    Compiled,
}
