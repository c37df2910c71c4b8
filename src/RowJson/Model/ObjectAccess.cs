namespace RowJson;

// How members of objects are read.
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
