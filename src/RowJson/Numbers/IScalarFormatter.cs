namespace RowJson;

// Writes the JSON text of a value. Implemented by structs, so that each call is direct.
internal interface IScalarFormatter<in TValue>
    where TValue : struct
{
    // Writes the text at destination, where the formatter's room is reserved; returns its length.
    static abstract int Format(ref byte destination, TValue value);
}
