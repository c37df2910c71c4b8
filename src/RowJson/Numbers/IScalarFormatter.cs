namespace RowJson;

/// <summary>Writes the JSON text of a value. Implemented by structs, so that each call is direct.</summary>
internal interface IScalarFormatter<in TValue>
    where TValue : struct
{
    /// <summary>Writes the text at <paramref name="destination"/>, where the formatter's room is reserved; returns its length.</summary>
    static abstract int Format(ref byte destination, TValue value);
}
